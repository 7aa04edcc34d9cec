/** Feature flags in words. */
import { isYes } from '#contract/access.ts'
import { featureWord } from '#contract/texts/feature-words.ts'
import { titleOf } from '#console/rows/formats.ts'

/**
 * The enabled flags as a comma list, or 'None' (specification.md section 2).
 * @param isOn which values enable a flag
 */
export function enabledFeatures(flags: unknown, isOn: (value: unknown) => boolean = isYes): string {
  if (typeof flags !== 'object' || flags === null) return 'None'
  const enabled = Object.entries(flags).filter(([, value]) => isOn(value))
  if (enabled.length === 0) return 'None'
  return enabled.map(([flag]) => featureWord(flag) ?? titleOf(flag)).join(', ')
}
