/** Keeps the keys that are pressed before the box has loaded. */
import { useWindowEvent } from '@mantine/hooks'
import { closeBox, setEarlyText } from '#console/find/box-state.ts'
import type { EarlyText, OpenBox } from '#console/find/box-state.ts'
import { keyDownOf } from '#console/ui/scanner/key-down.ts'

interface EarlyKeysProps {
  readonly box: OpenBox
}

/** Writes into the text of the box that comes, shows nothing, and keeps the keys from whatever has the focus. */
export function EarlyKeys({ box }: EarlyKeysProps) {
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.isComposing || keyDownOf(event).held !== 'nothing') return
      const early = withKey(box.early, event.key)
      if (event.key === 'Escape') closeBox()
      else if (early === null) return
      else setEarlyText(early)
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
  return null
}

/** Null if the key changes no text. */
function withKey({ query, isEntered }: EarlyText, key: string): EarlyText | null {
  if (key === 'Backspace')
    return { query: Array.from(query).slice(0, -1).join(''), isEntered: false }
  // An empty search has no answer to wait for.
  if (key === 'Enter') return { query, isEntered: isEntered || query.trim() !== '' }
  return Array.from(key).length === 1 ? { query: query + key, isEntered: false } : null
}
