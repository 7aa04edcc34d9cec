/** The side menu as a drawer: next to the page on a wide screen, over it on a narrow one. */
import { useState } from 'react'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { DRAWER_WIDTH_PX } from '#contract/constants.ts'
import { withinLimits } from '#console/shell/drawer-handle.tsx'

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

/** The state of the drawer; its width is stored on the device, like the colour scheme. */
export function useDrawer(): Drawer {
  const isBeside = useMediaQuery(`(min-width: ${String(DRAWER_BESIDE_FROM_PX)}px)`, true, {
    getInitialValueInEffect: false,
  })
  const [beside, besides] = useDisclosure(true)
  const [over, overs] = useDisclosure(false)
  const [width, setWidth] = useState(readWidth)
  return {
    isOpen: isBeside ? beside : over,
    isOver: !isBeside && over,
    width,
    toggle: isBeside ? besides.toggle : overs.toggle,
    leave: overs.close,
    setWidth: (next) => {
      setWidth(next)
      keepWidth(next)
    },
  }
}

const KEPT_AS = 'dockside.drawerWidth'

function readWidth(): number {
  try {
    const kept = Number(localStorage.getItem(KEPT_AS) ?? DRAWER_WIDTH_PX)
    return Number.isFinite(kept) ? withinLimits(kept) : DRAWER_WIDTH_PX
  } catch {
    return DRAWER_WIDTH_PX
  }
}

function keepWidth(width: number): void {
  try {
    localStorage.setItem(KEPT_AS, String(width))
  } catch {
    // A device that stores nothing starts with the default width.
  }
}
