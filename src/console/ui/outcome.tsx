/** What the ERP said to a record, told by colour, icon and word (decisions.md 5.5). */
import { Badge } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { ErpOutcome } from '#contract/records/erp-response.ts'

const SIGNS = {
  succeeded: { color: 'green', word: 'Succeeded', Icon: IconCheck },
  failed: { color: 'red', word: 'Failed', Icon: IconX },
  none: { color: 'gray', word: 'No answer', Icon: IconMinus },
} as const

interface OutcomeProps {
  readonly outcome: ErpOutcome
}

export function Outcome({ outcome }: OutcomeProps) {
  const { color, word, Icon } = SIGNS[outcome]
  return (
    <Badge color={color} variant="filled" leftSection={<Icon size={12} aria-hidden />}>
      {word}
    </Badge>
  )
}

/** The word of an outcome, for sorting, search and files. */
export function outcomeWord(outcome: ErpOutcome): string {
  return SIGNS[outcome].word
}
