/** Test connection of ERP Setup: the checks in their order and their results. */
import { z } from 'zod/mini'
import { ERP_NAME } from '#contract/constants.ts'

/** The checks in their order. `tables` is a placeholder for one step for each table. */
export const CONNECTION_CHECKS = {
  address: 'Address and account ID',
  clock: 'Clock',
  signIn: 'Sign-in',
  rest: 'REST Web Services',
  tables: 'Tables',
  concurrency: 'Concurrency limit',
} as const

export const TestStep = z.object({
  title: z.string(),
  /** `warning`: it works, but the person should know; `skipped`: an earlier check has to pass first. */
  state: z.enum(['passed', 'warning', 'failed', 'skipped']),
  /** The finding in words. */
  text: z.string(),
})
export type TestStep = z.infer<typeof TestStep>

export const TestReply = z.looseObject({ steps: z.array(TestStep) })

/** The tables that the account must be able to read, by the names a person knows. */
export const NEEDED_TABLES = [
  { table: 'location', column: 'id', title: 'Locations' },
  { table: 'bin', column: 'id', title: 'Bins' },
  { table: 'item', column: 'id', title: 'Items' },
  { table: 'aggregateitemlocation', column: 'item', title: 'Stock by location' },
  { table: 'transaction', column: 'id', title: 'Sales orders' },
  { table: 'transactionline', column: 'uniquekey', title: 'Sales order lines' },
  { table: 'transactionshippingaddress', column: 'nkey', title: 'Shipping addresses' },
  { table: 'inboundshipment', column: 'id', title: 'Inbound shipments' },
  { table: 'inboundshipmentitem', column: 'id', title: 'Inbound shipment lines' },
] as const

/** The titles of all steps, in their order. */
export function connectionSteps(): string[] {
  const { address, clock, signIn, rest, concurrency } = CONNECTION_CHECKS
  return [address, clock, signIn, rest, ...NEEDED_TABLES.map(({ title }) => title), concurrency]
}

/** The result of a test in one sentence. */
export function testSummary(steps: readonly Pick<TestStep, 'state'>[]): string {
  const of = (state: TestStep['state']): number =>
    steps.filter((step) => step.state === state).length
  if (of('failed') > 0) return "The connection doesn't work yet. See what failed below."
  if (of('warning') > 0) return 'The connection works. See the warnings below.'
  return 'The connection works.'
}

/** The state of a check in a word. */
export const testStates = {
  passed: 'Passed',
  warning: 'Warning',
  failed: 'Failed',
  skipped: 'Skipped',
} as const satisfies Record<TestStep['state'], string>

/** The text of each check. */
export const connectionTexts = {
  skipped: 'Skipped until the step above passes.',
  accountForm: `The account ID must look like 1234567 or 1234567_SB1, as ${ERP_NAME} shows it under Company Information.`,
  accountDiffers: (host: string, account: string) =>
    `The Base URL belongs to the account ${host}, but the account ID is ${account}.`,
  addressFits: 'Address and account ID are valid.',
  clockUnknown: `${ERP_NAME} didn't say what time it is.`,
  clockRight: `This server's clock matches ${ERP_NAME}'s.`,
  clockWrong: (minutes: number, way: 'ahead of' | 'behind') =>
    `This server's clock is ${String(minutes)} minutes ${way} ${ERP_NAME}. Sign-ins fail at 5 minutes or more. Set the clock, or turn on network time.`,
  signedIn: `${ERP_NAME} accepted the keys and the token.`,
  restOn: 'Queries work.',
  tableRead: 'Readable.',
  tableEmpty: "Readable, but empty. If it shouldn't be, check what the role can see.",
  limit: (limit: number, used: number) =>
    `The account allows ${String(limit)} requests at once; this server sends at most ${String(used)}.`,
  limitLow: (limit: number, used: number) =>
    `The account allows only ${String(limit)} requests at once, and this server sends up to ${String(used)}. Some will be retried.`,
  limitUnknown: (used: number) =>
    `Only an administrator's token can read the limit. This server sends at most ${String(used)} requests at once; every account allows 5.`,
} as const
