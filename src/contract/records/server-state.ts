/** What our server says about itself (decisions/server/server-state.md). */
import { z } from 'zod/mini'

/** The facts of the first steps and of the server's settings, for super admins. */
const ServerDetails = z.object({
  /** How often everything is pulled from the ERP; null: only when somebody asks. */
  pull_every_minutes: z.nullable(z.number()),
  /** Whether mails go to a mail server, or only to a folder of this server. */
  mail: z.enum(['server', 'outbox']),
  /** A connection test or a pull has succeeded. */
  connection_tested: z.boolean(),
  first_sync: z.boolean(),
  mobile_users: z.number(),
  super_admins: z.number(),
  /** When the certificate for NetSuite ends, ISO 8601; null without one, or if its end is not known. */
  certificate_ends_at: z.nullish(z.string()),
})

export const ServerState = z.object({
  /** Whether the settings of the ERP are complete: without them nothing can be synced. */
  erp_set_up: z.boolean(),
  /** For super admins only; null for others. */
  details: z.nullable(ServerDetails),
})

export type ServerState = z.infer<typeof ServerState>
