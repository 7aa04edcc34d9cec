/** The texts of the first start: set-up of NetSuite, first steps, and what the server says about itself. */
import { ERP_NAME } from '#contract/constants.ts'

export const startTexts = {
  /** Says the same whether or not the account exists. */
  resetMailInOutbox:
    "If an account exists, its reset link is in the outbox folder of the server. Ask whoever runs the server for it: this server doesn't send email.",
  databaseOptional:
    'Optional. This server already runs on a database. Fill this in only to move to a Postgres server.',
  databaseSection: 'Another database',
  notSetUp: `${ERP_NAME} isn't set up yet.`,
  notSetUpAsk: `${ERP_NAME} isn't set up yet. Ask a super admin to set it up.`,
  openErpSetup: 'Open ERP Setup',
  thisServer: 'This server',
  schedule: 'Automatic sync',
  scheduleEvery: (minutes: number) => `Every ${duration(minutes)}.`,
  scheduleOff:
    'Off: data comes only when somebody presses Sync. Suggested: start the server with ERP_PULL_EVERY=15m to sync every 15 minutes.',
  mail: 'Mail',
  mailServer: 'Sent through a mail server.',
  mailOutbox:
    'Not sent: messages go to the outbox folder of the server. Start the server with SMTP_URL to send them.',
  /** The age of pulled rows by NetSuite's own time. */
  dataAge: (age: string) =>
    age === '' ? `${ERP_NAME} data just now` : `${ERP_NAME} data ${age} old`,
  asOf: (at: string, fetchedAt: string) => `as of ${at}, fetched ${fetchedAt}`,
  fetched: (at: string, ago: string) => `Fetched ${at} (${ago})`,
} as const

function duration(minutes: number): string {
  if (minutes % 60 !== 0) return `${String(minutes)} minutes`
  const hours = minutes / 60
  return hours === 1 ? 'hour' : `${String(hours)} hours`
}
