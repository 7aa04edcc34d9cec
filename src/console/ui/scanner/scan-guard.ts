/**
 * Keeps barcode scans away from buttons, shortcuts and forms. Outside of text fields a character is
 * held back until it cannot be part of a scan, and is then replayed.
 */
import { SCAN_KEY_HELD_MS } from '#contract/constants.ts'
import { readScan, searchOfScan } from '#contract/scan/gs1.ts'
import {
  replayKey,
  insertText,
  isPressedBySpace,
  isSearchField,
  acceptsText,
} from '#console/ui/scanner/key-targets.ts'
import { type KeyDown, scanBurst } from '#console/ui/scanner/scan-burst.ts'

interface Choice {
  readonly list: HTMLSelectElement
  readonly value: string
}

/**
 * Guards the page; returns a function that stops it.
 * @param onMisread called when the check digit of a code scanned into a search is wrong
 */
export function startScanGuard(onMisread: () => void = () => undefined): () => void {
  const roleOf = scanBurst()
  let waiting: KeyboardEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isActing = false
  /** Whether the last scan was hidden from the page; a second end key is then hidden too. */
  let isScanHidden = false
  /** Keys whose keydown was hidden: their keyup is hidden too. */
  const unseen = new Set<string>()
  /** The choice in a select before the scan: it uses typed characters to find an option. */
  let chosen: Choice | null = null

  const hide = (event: KeyboardEvent): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    unseen.add(event.code)
  }
  const drop = (): void => {
    clearTimeout(timer)
    waiting = []
  }
  const actLate = (): void => {
    const late = waiting
    drop()
    isActing = true
    for (const event of late) replayKey(event)
    isActing = false
  }
  const takeCharacter = (event: KeyboardEvent, isFirst: boolean): void => {
    const { target, key } = event
    if (acceptsText(target)) return
    if (target instanceof HTMLSelectElement) {
      if (isFirst) chosen = { list: target, value: target.value }
      return
    }
    // Scrolls the page, which a script cannot do the way the browser does.
    if (isFirst && key === ' ' && !isPressedBySpace(target)) return
    // The keys before it were pressed too slowly to be a scan.
    if (isFirst) actLate()
    hide(event)
    clearTimeout(timer)
    waiting.push(event)
    timer = setTimeout(actLate, SCAN_KEY_HELD_MS)
  }
  const takeScan = (event: KeyboardEvent, scanned: string): void => {
    const { target } = event
    if (scanned !== '') isScanHidden = !acceptsText(target) || isSearchField(target)
    // A person who types fast into a field and leaves it by Tab must not be held back.
    if (!isScanHidden) return
    hide(event)
    drop()
    if (scanned === '') return
    if (isSearchField(target)) {
      const wanted = searchOfScan(readScan(scanned))
      if (wanted === null) onMisread()
      // The keys of a misread code have already reached the field.
      insertText(target, wanted ?? '', 'instead')
    }
    if (chosen?.list === target) chooseAgain(chosen)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isActing || event.isComposing) return
    if (!event.repeat) unseen.delete(event.code)
    else if (unseen.has(event.code)) hide(event)
    const role = roleOf(keyDownOf(event))
    if (role.kind === 'character') takeCharacter(event, role.isFirst)
    if (role.kind === 'end') takeScan(event, role.scanned)
    if (role.kind === 'other') actLate()
  }
  const onKeyUp = (event: KeyboardEvent): void => {
    if (unseen.has(event.code)) hide(event)
    unseen.delete(event.code)
  }

  window.addEventListener('keydown', onKeyDown, { capture: true })
  window.addEventListener('keyup', onKeyUp, { capture: true })
  return () => {
    drop()
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    window.removeEventListener('keyup', onKeyUp, { capture: true })
  }
}

function keyDownOf(event: KeyboardEvent): KeyDown {
  const { key, timeStamp: at, repeat: isRepeated, ctrlKey, altKey, metaKey } = event
  // Alt Graph types characters; some systems report it as Control with Alt.
  const isPlain = event.getModifierState('AltGraph') || !(ctrlKey || altKey || metaKey)
  const held = isPlain ? 'nothing' : ctrlKey && !altKey && !metaKey ? 'control' : 'command'
  return { key, at, isRepeated, held }
}

function chooseAgain({ list, value }: Choice): void {
  if (list.value === value) return
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
}
