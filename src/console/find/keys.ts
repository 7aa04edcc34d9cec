/** The keys of the box. */

/** As `aria-keyshortcuts` names them. */
export const BOX_SHORTCUTS = 'Control+K Meta+K'

/** How far a key moves the selection. */
export const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
