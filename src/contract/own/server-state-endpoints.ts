/** The call of the server's own state (decisions/server/server-state.md). */
import { endpoint } from '#contract/endpoint.ts'
import { ServerState } from '#contract/records/server-state.ts'

export const serverStateEndpoints = {
  /** Whether the ERP is set up; for super admins also the schedule, the mail and the first steps. */
  serverState: endpoint({
    method: 'GET',
    path: '/server/state',
    access: 'signed-in',
    offer: 'server-state',
    reply: ServerState,
  }),
} as const
