/** How dense the rows of tables are: by the pointer until a person chooses, which is a preference. */
import type { Density } from '#contract/views/view-config.ts'
import { usePreference } from '#console/preferences/preferences.ts'
import { isTouchScreen } from '#console/ui/forms/touch-screen.ts'

/** The chosen density, or null, and the one that holds. */
export function useDensity(): { readonly chosen: Density | null; readonly density: Density } {
  const chosen = usePreference('density')
  return { chosen, density: chosen ?? (isTouchScreen() ? 'comfortable' : 'compact') }
}
