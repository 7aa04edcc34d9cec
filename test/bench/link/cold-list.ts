/** A list that is opened for the first time: over the slow link, and over one with faults. */
import { bytesTwice, type Exchange } from '#test/bench/link/exchanges.ts'
import type { Measured } from '#test/bench/link/figures.ts'
import { flap } from '#test/bench/link/intermittent-link.ts'
import { THIN } from '#test/bench/link/line.ts'
import { allRows, firstRows, isOfList, listBytes, SCREEN } from '#test/bench/link/list-screen.ts'
import { GIVES_UP_AFTER_MS, secondsUntil } from '#test/bench/link/seconds.ts'
import { signInWithoutRows, type Visit } from '#test/bench/link/visit.ts'

const HANGS_MS = 30_000
const CUT_MS = 15_000

/** Opens the list at its address over the slow link; returns when that began. */
export async function openColdList(visit: Visit): Promise<number> {
  await signInWithoutRows(visit)
  const { page, line } = visit
  line.become(THIN)
  line.forget()
  const began = performance.now()
  await page.goto(SCREEN, { waitUntil: 'commit' })
  return began
}

export async function measureColdList(visit: Visit, rows: number): Promise<Measured> {
  const { page, line } = visit
  const began = await openColdList(visit)
  const coldFirst = await secondsUntil((timeout) => firstRows(page, timeout), began)
  const coldAll = await secondsUntil((timeout) => allRows(page, rows, timeout), began)
  return { coldFirst, coldAll, coldKb: kilobytes(listBytes(line.exchanges())) }
}

/** What a measurement with a fault is told. */
export interface Known {
  /** The number of rows on the screen. */
  readonly rows: number
  /** The bytes of the list without any fault. The faults come when half of them is there. */
  readonly bytes: number
}

export async function measureFlapping(visit: Visit, known: Known): Promise<Measured> {
  const { page, line } = visit
  const began = await openColdList(visit)
  const stop = flap(line)
  const flapAll = await secondsUntil((timeout) => allRows(page, known.rows, timeout), began)
  stop()
  const exchanges = line.exchanges()
  const flapMoreKb = beyond(exchanges, known)
  // A list that never comes has no complete answers.
  if (flapAll === Infinity) return { flapAll, flapMoreKb }
  return { flapAll, flapMoreKb, flapTwiceKb: kilobytes(bytesTwice(exchanges, isOfList)) }
}

export async function measureHang(visit: Visit, known: Known): Promise<Measured> {
  const { page, line } = visit
  const began = await openColdList(visit)
  await waitForHalf(visit, known)
  line.hang()
  await page.waitForTimeout(HANGS_MS)
  line.restore()
  const hangAll = await secondsUntil(
    (timeout) => allRows(page, known.rows, timeout),
    began,
    HANGS_MS + GIVES_UP_AFTER_MS,
  )
  return { hangAll, hangMoreKb: beyond(line.exchanges(), known) }
}

/** What arrives just before a reload cannot be on the device. */
const KEPT_AFTER_MS = 1_000

export async function measureReload(visit: Visit, known: Known): Promise<Measured> {
  const { page, line } = visit
  await openColdList(visit)
  await waitForHalf(visit, known)
  const began = performance.now()
  await page.reload({ waitUntil: 'commit' })
  const reloadAll = await secondsUntil((timeout) => allRows(page, known.rows, timeout), began)
  const exchanges = line.exchanges()
  return {
    reloadAll,
    reloadMoreKb: beyond(exchanges, known),
    reloadTwiceKb: kilobytes(bytesTwice(exchanges, isOfList, began - KEPT_AFTER_MS)),
  }
}

export async function measureRetry(visit: Visit, known: Known): Promise<Measured> {
  const { page, line } = visit
  await openColdList(visit)
  await waitForHalf(visit, known)
  line.cut('refuse')
  await page.waitForTimeout(CUT_MS)
  line.forget()
  line.restore()
  const began = performance.now()
  const tried = (): Exchange | undefined => line.exchanges().find(({ path }) => isOfList(path))
  while (!tried() && performance.now() - began < GIVES_UP_AFTER_MS) await page.waitForTimeout(20)
  const first = tried()
  return { retry: first ? (first.askedAt - began) / 1_000 : Infinity }
}

/** Waits until half of the list has arrived. */
async function waitForHalf({ page, line }: Visit, { bytes }: Known): Promise<void> {
  const began = performance.now()
  while (listBytes(line.exchanges()) < bytes / 2) {
    if (performance.now() - began > GIVES_UP_AFTER_MS) throw new Error('The list does not arrive.')
    await page.waitForTimeout(20)
  }
}

/** What was received in addition to one list, in KB. */
function beyond(exchanges: readonly Exchange[], { bytes }: Known): number {
  return kilobytes(Math.max(0, listBytes(exchanges) - bytes))
}

function kilobytes(bytes: number): number {
  return bytes / 1_000
}
