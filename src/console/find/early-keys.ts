/** Collects what is typed before the box has loaded. */
import { useWindowEvent } from '@mantine/hooks'
import { closeBox, setEarlyText, type EarlyText, type OpenBox } from '#console/find/box-state.ts'
import { keyDownOf } from '#console/ui/scanner/key-down.ts'

interface EarlyKeysProps {
  readonly box: OpenBox
}

/** Takes keys for the box while it loads, and keeps them from the focused element. Renders nothing. */
export function EarlyKeys({ box }: EarlyKeysProps) {
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.isComposing || keyDownOf(event).held !== 'nothing') return
      const early = withKey(box.early, event.key)
      if (event.key === 'Escape') closeBox()
      else if (early !== null) setEarlyText(early)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
  return null
}

/** The text after a key; null for keys that do not edit it. */
function withKey({ query, isEntered }: EarlyText, key: string): EarlyText | null {
  if (key === 'Backspace')
    return { query: Array.from(query).slice(0, -1).join(''), isEntered: false }
  // An empty search has no answer to wait for.
  if (key === 'Enter') return { query, isEntered: isEntered || query.trim() !== '' }
  return Array.from(key).length === 1 ? { query: query + key, isEntered: false } : null
}
