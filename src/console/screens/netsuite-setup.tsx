/** ERP Setup (console.md section 2, `/netsuite-setup`). */
import { useState } from 'react'
import { ActionIcon, CloseButton, Group, Stack, TextInput, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { ERP_FIELDS, erpSettingsForm, type ErpField } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { sendCall } from '#console/data/call.ts'
import { faultFacts } from '#console/data/fault.ts'
import { readSession } from '#console/session/session.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'
import { Form, Problem } from '#console/ui/form-frame.tsx'
import { useContractForm, type ContractForm } from '#console/ui/form.ts'
import { notifySuccess } from '#console/ui/notify.tsx'
import { SecretInput } from '#console/ui/secret-input.tsx'

type ErpValues = Record<ErpField, string>

const EMPTY = Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, ''])) as ErpValues

export function NetsuiteSetup() {
  const form = useContractForm(erpSettingsForm(), EMPTY)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const missing = ERP_FIELDS.map(({ key }) => form.errorOf(key)).find((text) => text !== null)
  const submit = async (): Promise<void> => {
    setFailure(null)
    if (!form.check()) return
    setBusy(true)
    const problem = await save(form.values)
    setFailure(problem)
    if (problem === null) notifySuccess(messages.erpSaved)
    setBusy(false)
  }
  return (
    <section aria-labelledby="screen-title">
      <Group mb="md">
        <ActionIcon
          component={Link}
          to="/dashboard"
          size={TOUCH_TARGET_PX}
          aria-label={messages.backToDashboard}
        >
          <IconArrowLeft aria-hidden />
        </ActionIcon>
        <Title order={1} size="h3" id="screen-title">
          {messages.erpTitle}
        </Title>
      </Group>
      <Form onSubmit={submit}>
        <Stack maw={640}>
          {ERP_FIELDS.map((field) => (
            <ErpInput key={field.key} field={field} form={form} />
          ))}
          <Problem text={failure ?? missing} />
          <BusyButton type="submit" busy={busy}>
            {busy ? messages.settingUp : messages.setUp}
          </BusyButton>
        </Stack>
      </Form>
    </section>
  )
}

interface ErpInputProps {
  readonly field: (typeof ERP_FIELDS)[number]
  readonly form: ContractForm<ErpValues>
}

function ErpInput({ field: { key, label, secret }, form }: ErpInputProps) {
  const value = form.values[key]
  const shared = {
    label,
    value,
    autoComplete: 'off',
    error: form.errorOf(key) !== null,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      form.change(key, event.currentTarget.value),
  }
  const clear = <CloseButton aria-label={`Clear ${label}`} onClick={() => form.change(key, '')} />
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      {secret ? (
        <SecretInput {...shared} flex={1} toggleLabel={`Show or hide ${label}`} />
      ) : (
        <TextInput {...shared} flex={1} />
      )}
      {clear}
    </Group>
  )
}

/** Saves; gives the sentence of what went wrong, or null. Only 200 and 201 are success (console.md section 7). */
async function save(values: ErpValues): Promise<string | null> {
  if (readSession().token === null) return faults.noToken
  const body = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value.trim()]),
  ) as ErpValues
  try {
    const { status } = await sendCall(endpoints.saveErpSettings, { body })
    return status === 200 || status === 201 ? null : faults.erpSettingsStatus
  } catch (thrown) {
    return explain(faultFacts(thrown), faults.saveErpSettings)
  }
}
