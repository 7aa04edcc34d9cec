/** The side menu as a drawer: next to the page on a wide screen, over it on a narrow one. */
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { setPreference, usePreference } from '#console/preferences/preferences.ts'

/** The screen width from which the menu is next to the page, in px. */
export const DRAWER_BESIDE_FROM_PX = 900

export interface Drawer {
  readonly isOpen: boolean
  /** Whether it covers the page now. */
  readonly isOver: boolean
  /** Its width in px, from 200 to 500. */
  readonly width: number
  readonly toggle: () => void
  /** Closes it if it covers the page; next to the page it stays. */
  readonly leave: () => void
  readonly setWidth: (width: number) => void
}

/** The state of the drawer; that it is open next to the page, and its width, are preferences. */
export function useDrawer(): Drawer {
  const isBeside = useMediaQuery(`(min-width: ${String(DRAWER_BESIDE_FROM_PX)}px)`, true, {
    getInitialValueInEffect: false,
  })
  const beside = usePreference('drawer-open')
  const [over, overs] = useDisclosure(false)
  const width = usePreference('drawer-width')
  return {
    isOpen: isBeside ? beside : over,
    isOver: !isBeside && over,
    width,
    toggle: isBeside ? () => setPreference('drawer-open', !beside) : overs.toggle,
    leave: overs.close,
    setWidth: (next) => setPreference('drawer-width', next),
  }
}
