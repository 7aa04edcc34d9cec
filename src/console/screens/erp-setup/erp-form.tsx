/** The seven fields of ERP Setup in their groups; it says which are set, but never shows a value (decisions/server/erp-addresses.md). */
import { Fieldset, Group, Stack, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { endpoints } from '#contract/endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { ERP_DATABASE, ERP_FIELDS, erpSettingsForm, type ErpField } from '#contract/forms.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { startTexts } from '#contract/texts/start-texts.ts'
import { call, sendCall } from '#console/data/api/call.ts'
import { useOffers } from '#console/data/api/config.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { ConnectionSteps, useConnectionTest } from '#console/screens/erp-setup/connection-steps.tsx'
import { ErpInput } from '#console/screens/erp-setup/erp-input.tsx'
import { hasStoredToken } from '#console/session/session.ts'
import { AskBeforeLeaving } from '#console/ui/forms/ask-before-leaving.tsx'
import { notifySaved } from '#console/screens/erp-setup/notify-saved.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import { useSending } from '#console/ui/forms/sending.ts'

export type ErpValues = Record<ErpField, string>

const EMPTY = Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, ''])) as ErpValues

/** Never stored on the device, not even encrypted: keys, tokens, and the password in an address. */
const SECRETS = ERP_FIELDS.map(({ key }) => key).filter(
  (key) => key !== 'NETSUITE_ACCOUNT_ID' && key !== 'NETSUITE_BASE_URL',
)

const database = erpSetupTexts.erpDatabase
const account = erpSetupTexts.erpAccount
const keys = erpSetupTexts.erpKeys
const address = erpSetupTexts.erpAddress
/** In the order of the fields (specification.md section 2). */
const GROUPS = [database, account, keys, address]
/** On our server the database is optional and last (decisions/server/erp-addresses.md). */
const OWN_GROUPS = [account, keys, address, database]

const GROUP_OF: Readonly<Record<ErpField, string>> = {
  POSTGRES_DATABASE_URL: database,
  NETSUITE_ACCOUNT_ID: account,
  NETSUITE_CONSUMER_KEY: keys,
  NETSUITE_CONSUMER_SECRET: keys,
  NETSUITE_TOKEN_ID: keys,
  NETSUITE_TOKEN_SECRET: keys,
  NETSUITE_BASE_URL: address,
}

interface ErpFormProps {
  /** The fields that are set on the server; only these may be left blank. */
  readonly isSet: ReadonlySet<ErpField>
  readonly onSaved: () => void
}

export function ErpForm({ isSet, onSaved }: ErpFormProps) {
  const offers = useOffers()
  const isOurs = offers.includes('server-state')
  const optional = isOurs ? new Set<ErpField>([...isSet, ERP_DATABASE]) : isSet
  const form = useContractForm(erpSettingsForm(optional), EMPTY, {
    draftName: 'erp setup',
    secrets: SECRETS,
  })
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      notifySaved(await save(trimmed(form.values)))
      form.forget()
      onSaved()
    },
    (thrown) =>
      thrown instanceof NotSaved
        ? thrown.message
        : explain(faultFacts(thrown), faults.saveErpSettings),
  )
  const missing = ERP_FIELDS.map(({ key }) => form.errorOf(key)).find((text) => text !== null)
  const isMissing = (key: ErpField): boolean =>
    missing !== undefined && form.values[key].trim() === '' && !optional.has(key)
  const test = useConnectionTest((body: ErpValues, answersWithinMs) =>
    call(ownEndpoints.testErpSettings, { body, answersWithinMs }),
  )
  const tests = offers.includes('erp-test')
  return (
    <Form onSubmit={submit}>
      <Stack maw={640}>
        {(isOurs ? OWN_GROUPS : GROUPS).map((group) => (
          <Fieldset
            key={group}
            legend={isOurs && group === database ? startTexts.databaseSection : group}
          >
            <Stack gap="sm">
              {isOurs && group === database && <Text size="sm">{startTexts.databaseOptional}</Text>}
              {ERP_FIELDS.filter(({ key }) => GROUP_OF[key] === group).map((field) => (
                <ErpInput
                  key={field.key}
                  field={field}
                  form={form}
                  isSet={isSet.has(field.key)}
                  isWrong={
                    form.errorOf(field.key) !== null ||
                    (failure !== null && isNamedIn(failure, field)) ||
                    isMissing(field.key)
                  }
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
        <Problem text={failure ?? missing} />
        <Group>
          <SaveButton busy={busy}>
            {busy ? erpSetupTexts.settingUp : erpSetupTexts.setUp}
          </SaveButton>
          {tests && (
            <ConnectedButton
              label={erpSetupTexts.testConnection}
              busyLabel={erpSetupTexts.testing}
              busy={test.busy}
              icon={<IconPlugConnected size={18} aria-hidden />}
              onClick={() => void test.run(trimmed(form.values))}
            />
          )}
        </Group>
        <ConnectionSteps test={test} />
      </Stack>
      <AskBeforeLeaving changed={form.isChanged} />
    </Form>
  )
}

/** The field that the server's message rejects: by its label, or by its name in a 422. */
function isNamedIn(failure: string, { key, label }: (typeof ERP_FIELDS)[number]): boolean {
  return failure.includes(label) || failure.includes(key)
}

/** Why the form was not sent, or why an answer was not a success. */
class NotSaved extends Error {}

/**
 * Only 200 and 201 are success (specification.md section 7).
 * @returns the body of the answer
 */
async function save(given: ErpValues): Promise<unknown> {
  if (!hasStoredToken()) throw new NotSaved(faults.noToken)
  const { body, status } = await sendCall(endpoints.saveErpSettings, { body: given })
  if (status !== 200 && status !== 201) throw new NotSaved(faults.erpSettingsStatus)
  return body
}

function trimmed(values: ErpValues): ErpValues {
  const entries = Object.entries(values).map(([key, value]) => [key, value.trim()])
  return Object.fromEntries(entries) as ErpValues
}
