/**
 * Keeps barcode scans away from buttons, shortcuts and forms. Outside of text fields a character is
 * held back until it cannot be part of a scan, and is then replayed.
 */
import { SCAN_SILENCE_MS } from '#contract/constants.ts'
import { readScan, type ScanReading, searchOfScan } from '#contract/scan/gs1.ts'
import {
  acceptsText,
  type Choice,
  chooseAgain,
  endsInSilence,
  insertText,
  isPressedBySpace,
  isRead,
  isScanField,
  isSearchField,
  replayKey,
  takeBack,
} from '#console/ui/scanner/key-targets.ts'
import { isUnnamed, keyDownOf } from '#console/ui/scanner/key-down.ts'
import { scanBurst } from '#console/ui/scanner/scan-burst.ts'
import { typedInput } from '#console/ui/scanner/typed-input.ts'

export interface ScanListeners {
  /** Called for each scan outside of text fields or in a field for scanning, misread ones included. */
  readonly onScan?: (reading: ScanReading) => void
  /** Called when the check digit of a code scanned into a search is wrong. */
  readonly onMisread?: () => void
}

/**
 * Guards the page; returns a function that stops it.
 *
 * A scan into a search field replaces its text. One into any other text field is typed there. A field with the
 * attribute `data-scan` is for scanning: what was scanned is taken out of it again and given to `onScan`. With
 * `inputmode="none"` besides, no soft keyboard covers it, all that is written into it comes from a scanner, and a scan
 * needs no end key. Android scanners reach focused fields only.
 */
export function startScanGuard({ onScan, onMisread }: ScanListeners = {}): () => void {
  const burst = scanBurst()
  const input = typedInput()
  let waiting: KeyboardEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isActing = false
  /** Whether the next `input` event comes from a key that has been read. */
  let isKeyRead = false
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
  const awaitSilence = (target: EventTarget | null): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const scanned = burst.soFar()
      if (scanned === '' || !endsInSilence(target, scanned)) return actLate()
      burst.end()
      isScanHidden = true
      handleScan(target, scanned)
    }, SCAN_SILENCE_MS)
  }
  const takeCharacter = (event: KeyboardEvent, isFirst: boolean, mayBeScan: boolean): void => {
    const { target, key } = event
    // The keys before it were too slow for a scan, or a field has taken the focus and gets this one at once.
    if (isFirst || !mayBeScan || isRead(target)) actLate()
    awaitSilence(target)
    if (acceptsText(target)) return
    if (target instanceof HTMLSelectElement) {
      if (isFirst) chosen = { list: target, value: target.value }
      return
    }
    // Scrolls the page, which a script cannot do the way the browser does.
    if (isFirst && key === ' ' && !isPressedBySpace(target)) return
    if (!mayBeScan) return
    hide(event)
    waiting.push(event)
  }
  const takeEnd = (event: KeyboardEvent, scanned: string): void => {
    const { target } = event
    if (scanned !== '') isScanHidden = !acceptsText(target) || isRead(target)
    // A person who types fast into a field and leaves it by Tab must not be held back.
    if (!isScanHidden) return
    hide(event)
    if (scanned !== '') handleScan(target, scanned)
  }
  const handleScan = (target: EventTarget | null, raw: string): void => {
    drop()
    input.restart()
    const scan = readScan(raw)
    if (isScanField(target)) takeBack(target, raw)
    if (chosen?.list === target) chooseAgain(chosen)
    if (!isSearchField(target) || isScanField(target)) return onScan?.({ scan, raw })
    const wanted = searchOfScan(scan)
    if (wanted === null) onMisread?.()
    // The keys of a misread code have already reached the field.
    insertText(target, wanted ?? '', 'instead')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    isKeyRead = false
    if (isActing || event.isComposing || isUnnamed(event)) return
    isKeyRead = true
    if (!event.repeat) unseen.delete(event.code)
    else if (unseen.has(event.code)) hide(event)
    const role = burst.press(keyDownOf(event))
    if (role.kind === 'character') takeCharacter(event, role.isFirst, role.mayBeScan)
    if (role.kind === 'end') takeEnd(event, role.scanned)
    if (role.kind === 'other') actLate()
  }
  const onInput = (event: Event): void => {
    // Those that scripts send, this one included, are no `InputEvent`.
    if (!(event instanceof InputEvent) || !isRead(event.target)) return
    const added = input.addedBy(event)
    const isKnown = isKeyRead
    isKeyRead = false
    if (isKnown) return
    const at = event.timeStamp
    for (const key of added === null ? ['Unidentified'] : Array.from(added))
      burst.press({ key, at, isRepeated: false, held: 'nothing' })
    awaitSilence(event.target)
  }
  const onKeyUp = (event: KeyboardEvent): void => {
    if (unseen.has(event.code)) hide(event)
    unseen.delete(event.code)
  }

  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('keydown', onKeyDown, options)
  window.addEventListener('keyup', onKeyUp, options)
  window.addEventListener('compositionstart', input.restart, options)
  window.addEventListener('input', onInput, options)
  return () => {
    drop()
    listening.abort()
  }
}
