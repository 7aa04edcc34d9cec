/** The ERP's answer to a record as colour, icon and word (decisions/console/reading-records.md). */
import { ThemeIcon } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import { RowButton } from '#console/ui/buttons/row-button.tsx'

const SIGNS = {
  succeeded: { color: 'green', word: recordTexts.succeeded, Icon: IconCheck },
  failed: { color: 'red', word: recordTexts.failed, Icon: IconX },
  none: { color: 'gray', word: recordTexts.noAnswer, Icon: IconMinus },
} as const

interface OutcomeButtonProps {
  readonly outcome: ErpOutcome
  /** Identifies the button, so that the focus returns to it when the dialog closes. */
  readonly step: string
  /** null: there is no answer to open. */
  readonly onOpen: (() => void) | null
}

export function OutcomeButton({ outcome, step, onOpen }: OutcomeButtonProps) {
  const { color, word, Icon } = SIGNS[outcome]
  return (
    <RowButton
      name={`${recordTexts.erpResponse}: ${word}`}
      color={color}
      icon={<Icon size={16} aria-hidden />}
      isDisabled={onOpen === null}
      step={step}
      onPress={() => onOpen?.()}
    >
      {word}
    </RowButton>
  )
}

interface OutcomeSignProps {
  readonly outcome: ErpOutcome
}

/** The outcome among other facts: a tick only if it succeeded. */
export function OutcomeSign({ outcome }: OutcomeSignProps) {
  const { color, word, Icon } = SIGNS[outcome]
  return (
    <>
      <ThemeIcon size="sm" color={color} role="img" aria-label={word}>
        <Icon size={14} aria-hidden />
      </ThemeIcon>
      <span aria-hidden>{word}</span>
    </>
  )
}

/** The word of an outcome, for sorting, search, filters and files. */
export function outcomeWord(outcome: ErpOutcome): string {
  return SIGNS[outcome].word
}
