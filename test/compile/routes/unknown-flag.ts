import { opensRoute, type Principal } from '#contract/access.ts'

export function opens(who: Principal): boolean {
  return opensRoute({ feature: 'salesOrder' }, who)
}
