/** One field of ERP Setup with its clear button; secrets are masked. */
import type { ChangeEvent, ReactNode } from 'react'
import { Box, CloseButton, Group, TextInput } from '@mantine/core'
import type { ERP_FIELDS, ErpField } from '#contract/forms.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import type { ContractForm } from '#console/ui/forms/form.ts'
import { SecretInput } from '#console/ui/forms/secret-input.tsx'

interface ErpInputProps {
  readonly field: (typeof ERP_FIELDS)[number]
  readonly form: Pick<ContractForm<Record<ErpField, string>>, 'values' | 'change'>
  /** Whether the server has a value already. */
  readonly isSet: boolean
  /** The message for all fields is shown once, under them. */
  readonly isWrong: boolean
}

export function ErpInput({ field, form, isSet, isWrong }: ErpInputProps) {
  const { key, label, secret } = field
  const later = key === 'POSTGRES_DATABASE_URL' ? erpSetupTexts.databaseLater : null
  const hints = [isSet ? erpSetupTexts.erpIsSet : null, later].filter((hint) => hint !== null)
  const shared = {
    label,
    name: key,
    value: form.values[key],
    autoComplete: 'off',
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    error: isWrong,
    ...(hints.length > 0 && { description: hints.join(' ') }),
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.change(key, event.currentTarget.value),
    inputContainer: withBeside(
      <CloseButton
        size={TOUCH_TARGET_PX}
        aria-label={formTexts.clear(label)}
        onClick={() => form.change(key, '')}
      />,
    ),
  } as const
  return secret ? (
    <SecretInput {...shared} toggleLabel={erpSetupTexts.showOrHide(label)} />
  ) : (
    <TextInput {...shared} />
  )
}

/** Aligns a button with the input itself, whatever is above and below it. */
function withBeside(button: ReactNode): (input: ReactNode) => ReactNode {
  return (input) => (
    <Group wrap="nowrap" gap="xs">
      <Box flex={1}>{input}</Box>
      {button}
    </Group>
  )
}
