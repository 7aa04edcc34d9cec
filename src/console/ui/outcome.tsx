/** The ERP's answer to a record as colour, icon and word (decisions/console/reading-records.md). */
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import { RowButton } from '#console/ui/buttons/row-button.tsx'
import { StatusPill, TONES } from '#console/ui/status/status-pill.tsx'

const WORDS = {
  succeeded: recordTexts.succeeded,
  failed: recordTexts.failed,
  none: recordTexts.noAnswer,
} as const satisfies Record<ErpOutcome, string>

interface OutcomeButtonProps {
  readonly outcome: ErpOutcome
  /** Identifies the button, so that the focus returns to it when the dialog closes. */
  readonly step: string
  /** null: there is no answer to open. */
  readonly onOpen: (() => void) | null
}

export function OutcomeButton({ outcome, step, onOpen }: OutcomeButtonProps) {
  const { color, Icon } = TONES[outcome]
  const word = WORDS[outcome]
  return (
    <RowButton
      name={`${recordTexts.erpResponse}: ${word}`}
      color={color}
      icon={<Icon size={14} aria-hidden />}
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

/** The outcome among other facts: a tick only if it succeeded. The icon has the name, so that it is said once. */
export function OutcomeSign({ outcome }: OutcomeSignProps) {
  const { Icon } = TONES[outcome]
  const word = WORDS[outcome]
  return (
    <StatusPill tone={outcome} icon={<Icon size={14} role="img" aria-label={word} />}>
      <span aria-hidden>{word}</span>
    </StatusPill>
  )
}

/** The word of an outcome, for sorting, search, filters and files. */
export function outcomeWord(outcome: ErpOutcome): string {
  return WORDS[outcome]
}
