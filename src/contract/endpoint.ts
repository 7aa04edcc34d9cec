/** How a call is declared: who may make it, its path, body and reply. */
import type { z } from 'zod/mini'
import type { Access } from '#contract/access.ts'
import type { FormLimits } from '#contract/forms.ts'
import type { Offer } from '#contract/offers.ts'

/**
 * Who may make a call: anyone; a live session of any stage (even without the second factor); the same,
 * even if its token was refreshed; a full session, even one whose token was refreshed a moment ago; the
 * admin named in the path or a super admin; or whoever may open a screen (decisions/server/access.md).
 */
export type CallAccess =
  | 'public'
  | 'any-session'
  | 'endable'
  | 'refreshable'
  | 'own-or-super-admin'
  | Access

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The names of the parameters in a path: `username` for `'/admin/delete/:username'`. */
export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** One call. `B` is its body (undefined: none), `R` its reply. */
export interface Endpoint<P extends string = string, B = unknown, R = unknown> {
  readonly method: Method
  readonly path: P
  readonly access: CallAccess
  /** Not in section 7: the console makes the call only if the server offers this (decisions/product/other-servers.md). */
  readonly offer?: Offer
  /** Needs a proof of a factor that is less than five minutes old (decisions/server/step-up.md). */
  readonly stepUp?: true
  /** The encoding of the body; JSON by default. */
  readonly encoding?: 'form'
  /** The shape of the body. */
  readonly body?: z.ZodMiniType<B>
  /** The rules of section 5 that a well-formed body must also satisfy. */
  readonly rules?: (limits: FormLimits) => z.ZodMiniType
  readonly reply: z.ZodMiniType<R>
}

/** Declares a call; its path, body and reply keep their types. */
export function endpoint<const P extends string, R, B = undefined>(
  declaration: Endpoint<P, B, R>,
): Endpoint<P, B, R> {
  return declaration
}

/** Fills the parameters of a path, URL-encoded. */
export function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
