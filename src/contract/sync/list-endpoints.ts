/** The calls that list a collection and that pull it from the ERP. */
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  type ListName,
  listOf,
  type PulledList,
  pulledListOf,
  pulledLists,
} from '#contract/lists.ts'

/** The answer of a list call on our server. Other servers send a bare array or a map of users. */
export const ListReply = z.object({ data: z.array(z.record(z.string(), z.unknown())) })

/** The answer of a pull (decisions/server/erp-pulls.md). */
export const PullReply = z.looseObject({
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  total: z.number(),
  refused: z.number(),
  message: z.optional(z.string()),
})
export type PullReply = z.infer<typeof PullReply>

/** The call that lists a collection or a side list. */
export function listEndpoint(
  name: ListName,
): Endpoint<string, undefined, z.infer<typeof ListReply>> {
  const { path, access, offer } = listOf(name)
  return { method: 'GET', path, access, ...(offer && { offer }), reply: ListReply }
}

/** The call that pulls a list from the ERP; it needs the flag or a super admin (decisions/server/erp-pulls.md). */
export function pullEndpoint(name: PulledList): Endpoint<string, undefined, PullReply> {
  const { erp, access, offer } = pulledListOf(name)
  return {
    method: 'GET',
    path: erp.path,
    access: { ...access, orSuperAdmin: true },
    ...(offer && { offer }),
    reply: PullReply,
  }
}

/** Whether a path is that of a pull: there the ERP may refuse, and not only the server. */
export function isPullPath(path: string): boolean {
  return pulledLists.some((name) => pulledListOf(name).erp.path === path)
}
