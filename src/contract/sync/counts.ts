/** The numbers on the dashboard's cards without their lists: our extension, which other servers lack. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/** How many records a collection has by its identity (specification.md section 3), and how old its rows are. */
const Count = z.looseObject({
  count: z.number(),
  /** When the rows were read from the ERP, in ISO 8601; null if unknown. */
  as_of: z.nullable(z.string()),
})

/** Counts the collections that the caller may open, by name. */
export const countsEndpoint = endpoint({
  method: 'GET',
  path: '/collection-counts',
  access: 'signed-in',
  offer: 'counts',
  reply: z.looseObject({ data: z.record(z.string(), Count) }),
})
