/** Reads the keydown events of a browser. */
import type { KeyDown } from '#console/ui/scanner/scan-burst.ts'

/** Keys of soft keyboards and of Android scanners: only `input` events tell what they type. */
const UNNAMED = new Set(['Unidentified', 'Process'])

/** Whether a keydown event does not tell what it types. The keys that end a scan do, even in a composition. */
export function isUnnamed({ key, isComposing }: KeyboardEvent): boolean {
  return UNNAMED.has(key) || (isComposing && key !== 'Enter' && key !== 'Tab')
}

export function keyDownOf(event: KeyboardEvent): KeyDown {
  const { key, timeStamp: at, repeat: isRepeated, ctrlKey, altKey, metaKey } = event
  // Alt Graph types characters; some systems report it as Control with Alt.
  const isPlain = event.getModifierState('AltGraph') || !(ctrlKey || altKey || metaKey)
  const held = isPlain ? 'nothing' : ctrlKey && !altKey && !metaKey ? 'control' : 'command'
  return { key, at, isRepeated, held }
}
