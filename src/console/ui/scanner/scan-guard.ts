/**
 * Keeps what a barcode scanner types away from buttons, shortcuts and forms. Outside of a text field a
 * character waits until it is certain that no scan follows, and then acts as if it was typed just now.
 */
import { SCAN_KEY_GAP_MS } from '#contract/constants.ts'
import {
  actAs,
  insertText,
  isPressedBySpace,
  isSearchField,
  takesText,
} from '#console/ui/scanner/key-targets.ts'
import { type KeyDown, scanBurst } from '#console/ui/scanner/scan-burst.ts'

interface Choice {
  readonly list: HTMLSelectElement
  readonly value: string
}

/** Guards the page; returns what stops it. */
export function startScanGuard(): () => void {
  const roleOf = scanBurst()
  let waiting: KeyboardEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isActing = false
  /** Whether the last scan was kept away from the page: then so is what ends it a second time. */
  let isScanHidden = false
  /** Keys that went down unseen: they come up unseen, too. */
  const unseen = new Set<string>()
  /** What a list of choices said before the scan: it takes characters as the way to a choice. */
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
    for (const event of late) actAs(event)
    isActing = false
  }
  const takeCharacter = (event: KeyboardEvent, isFirst: boolean): void => {
    const { target, key } = event
    if (takesText(target)) return
    if (target instanceof HTMLSelectElement) {
      if (isFirst) chosen = { list: target, value: target.value }
      return
    }
    // Scrolls the page, which no script can do as the browser does.
    if (isFirst && key === ' ' && !isPressedBySpace(target)) return
    hide(event)
    clearTimeout(timer)
    waiting.push(event)
    timer = setTimeout(actLate, SCAN_KEY_GAP_MS)
  }
  const takeScan = (event: KeyboardEvent, scanned: string): void => {
    const { target } = event
    if (scanned !== '') isScanHidden = !takesText(target) || isSearchField(target)
    // Whoever types fast into a field and goes on by Tab must not be held.
    if (!isScanHidden) return
    hide(event)
    drop()
    if (scanned === '') return
    if (isSearchField(target)) insertText(target, scanned, 'instead')
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
