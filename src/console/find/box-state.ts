/** Whether the box is open, and what it was opened for. Held outside React: scans and shortcuts open it. */
import { useSyncExternalStore } from 'react'
import type { ScanReading } from '#contract/scan/gs1.ts'

export interface OpenBox {
  /** What was scanned; null where a person types. */
  readonly scan: ScanReading | null
  /** What was typed before the box had loaded. */
  readonly early: EarlyText
}

export interface EarlyText {
  readonly query: string
  /** Whether Enter followed. */
  readonly isEntered: boolean
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** This entry is the open box, so that going back closes it. */
    readonly box?: boolean
  }
}

let open: OpenBox | null = null
const listeners = new Set<() => void>()

export function openedBox(): OpenBox | null {
  return open
}

export function openBox(scan: ScanReading | null = null): void {
  set({ scan, early: { query: '', isEntered: false } })
}

export function setEarlyText(early: EarlyText): void {
  if (open !== null) set({ ...open, early })
}

/** Without a step in the history. */
export function closeBox(): void {
  set(null)
}

export function useOpenedBox(): OpenBox | null {
  return useSyncExternalStore(subscribe, openedBox)
}

function set(next: OpenBox | null): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
