/** How a person wants dates and times written. Held outside React, because formatting is no component. */

export const CLOCKS = ['12', '24'] as const
export type Clock = (typeof CLOCKS)[number]

export const DATE_ORDERS = ['day-first', 'month-first', 'year-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export interface DateFormat {
  /** Null: dates of rows with 12 hours, times of today with 24 (specification.md section 2). */
  readonly clock: Clock | null
  readonly order: DateOrder
}

let current: DateFormat = { clock: null, order: 'day-first' }
let version = 0
const listeners = new Set<() => void>()

export function dateFormat(): DateFormat {
  return current
}

/** Rises with every change: texts that were made before are no longer right. */
export function dateFormatVersion(): number {
  return version
}

/** Changes how dates and times are written from now on. */
export function setDateFormat(next: DateFormat): void {
  if (next.clock === current.clock && next.order === current.order) return
  current = next
  version += 1
  for (const listener of listeners) listener()
}

/** Calls the listener on every change. */
export function onDateFormat(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
