/** How dense the rows of tables are: by the pointer until a person chooses. Kept on the device. */
import { useSyncExternalStore } from 'react'
import { DENSITIES, type Density } from '#contract/views/view-config.ts'
import { isTouchScreen } from '#console/ui/forms/touch-screen.ts'

const KEY = 'dockside.density'

const listeners = new Set<() => void>()

/** The chosen density; null if the pointer decides. */
export function getDensity(): Density | null {
  try {
    const kept = localStorage.getItem(KEY)
    return DENSITIES.find((each) => each === kept) ?? null
  } catch {
    return null
  }
}

/** Chooses a density; null lets the pointer decide. */
export function setDensity(density: Density | null): void {
  try {
    if (density === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, density)
  } catch {
    // Refused storage loses the choice, but must not break the table.
  }
  for (const listener of listeners) listener()
}

/** Calls back whenever the choice changes. */
export function subscribeDensity(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The chosen density, and the one that holds. */
export function useDensity(): { readonly chosen: Density | null; readonly density: Density } {
  const chosen = useSyncExternalStore(subscribeDensity, getDensity)
  return { chosen, density: chosen ?? (isTouchScreen() ? 'comfortable' : 'compact') }
}
