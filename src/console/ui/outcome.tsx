/** What the ERP said to a record, told by colour, icon and word (decisions.md 5.5). */
import { Button } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { messages } from '#contract/messages.ts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'

const SIGNS = {
  succeeded: { color: 'green', word: messages.succeeded, Icon: IconCheck },
  failed: { color: 'red', word: messages.failed, Icon: IconX },
  none: { color: 'gray', word: messages.noAnswer, Icon: IconMinus },
} as const

interface OutcomeButtonProps {
  readonly outcome: ErpOutcome
  /** Where pressing leads back to when what it opened is closed. */
  readonly step: string
  /** null: there is no answer to open. */
  readonly onOpen: (() => void) | null
}

export function OutcomeButton({ outcome, step, onOpen }: OutcomeButtonProps) {
  const { color, word, Icon } = SIGNS[outcome]
  return (
    <Button
      size="compact-md"
      color={color}
      variant="filled"
      disabled={onOpen === null}
      leftSection={<Icon size={16} aria-hidden />}
      aria-label={`${messages.erpResponse}: ${word}`}
      data-step={step}
      onClick={() => onOpen?.()}
    >
      {word}
    </Button>
  )
}

/** The word of an outcome, for sorting, search, filters and files. */
export function outcomeWord(outcome: ErpOutcome): string {
  return SIGNS[outcome].word
}
