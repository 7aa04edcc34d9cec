/** Feature flags in words. */
import { isYes } from '#contract/access.ts'
import { titleOf } from '#console/rows/formats.ts'

/** The enabled flags as a comma list, or 'None' (console.md section 2). */
export function enabledFeatures(flags: unknown): string {
  if (typeof flags !== 'object' || flags === null) return 'None'
  const enabled = Object.entries(flags).filter(([, value]) => isYes(value))
  return enabled.length === 0 ? 'None' : enabled.map(([flag]) => titleOf(flag)).join(', ')
}
