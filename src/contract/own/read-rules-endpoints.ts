/** Our own calls for what is read from NetSuite (decisions/server/read-rules.md). */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { ReadRules } from '#contract/own/read-rules.ts'

const text = z.string()
const offer = 'read-rules'
const path = '/provide-env-data/reading'

/** A subsidiary or a location. */
const Choice = z.object({ id: text, name: text })

export const RuleChoices = z.object({
  /** Empty in an account without subsidiaries. */
  subsidiaries: z.array(Choice),
  locations: z.array(Choice),
  /** Why there is nothing to choose from, such as before NetSuite is set up. */
  sentence: z.nullable(text),
})
export type RuleChoices = z.infer<typeof RuleChoices>

/** About how many rows a list would have. */
export const CountedList = z.object({
  list: text,
  /** Null if NetSuite did not count them; then the sentence says why. */
  rows: z.nullable(z.number()),
  /** How many rows this server has of it now. */
  now: z.number(),
  sentence: z.nullable(text),
})
export type CountedList = z.infer<typeof CountedList>

export const readRulesEndpoints = {
  readRules: endpoint({
    method: 'GET',
    path,
    access: 'super-admin',
    offer,
    reply: ReadRules,
  }),
  /** Asks NetSuite what there is to choose from. */
  ruleChoices: endpoint({
    method: 'GET',
    path: `${path}/choices`,
    access: 'super-admin',
    offer,
    reply: RuleChoices,
  }),
  /** Asks NetSuite how many rows each list would have; saves nothing. */
  countRows: endpoint({
    method: 'POST',
    path: `${path}/count`,
    access: 'super-admin',
    offer,
    body: ReadRules,
    reply: z.object({ lists: z.array(CountedList) }),
  }),
  saveReadRules: endpoint({
    method: 'PUT',
    path,
    access: 'super-admin',
    stepUp: true,
    offer,
    body: ReadRules,
    reply: z.looseObject({ message: z.optional(text) }),
  }),
} as const
