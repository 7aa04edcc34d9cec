/** The texts of reading every list from its beginning (decisions/server/erp-pulls.md). */
import { ERP_NAME } from '#contract/constants.ts'

export const readAgainTexts = {
  readAgain: 'Read everything again',
  title: `Read everything from ${ERP_NAME} again?`,
  explanation:
    'A sync reads what has changed. This reads every list from the start, one after another, and may take ' +
    `minutes. Each list stays as it is until it has been read. Rows that ${ERP_NAME} no longer has then go.`,
  yes: 'Read everything',
  /** What could not be synced, in the sentence of the fault. */
  everything: 'everything',
  /** After ERP Setup was saved with another account. */
  begun: `Every list is being read from ${ERP_NAME}. Follow it under Sync details on the dashboard.`,
  started: 'Every list is being read again.',
} as const
