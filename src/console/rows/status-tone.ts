/** What the status of an order or a shipment means to a person, read from NetSuite's words. */

export type StatusTone = 'succeeded' | 'failed' | 'attention' | 'none'

/** The first that matches counts: 'Partially Received' is not 'Received'. */
const RULES: readonly (readonly [words: RegExp, tone: StatusTone])[] = [
  [/\b(reject|fail|error|overdue)/i, 'failed'],
  [/\b(cancel|closed|void)/i, 'none'],
  [/\b(partial|pending (supervisor )?approval|on hold)/i, 'attention'],
  [/\b(pending|to be|in transit|awaiting|not)\b/i, 'none'],
  [/\b(billed|received|fulfilled|shipped|delivered|completed?|done)\b/i, 'succeeded'],
]

/** Whether something is still to be done: it is neither finished nor closed. */
export function isOpenStatus(status: string): boolean {
  return statusTone(status) !== 'succeeded' && !/\b(cancel|closed|void)/i.test(status)
}

/** The tone of a status; 'none' for words that are not known, so that no colour misleads. */
export function statusTone(status: string): StatusTone {
  return RULES.find(([words]) => words.test(status))?.[1] ?? 'none'
}
