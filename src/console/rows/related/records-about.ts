/** The floor records about an item or a bin, newest first. */
import type { Row } from '#contract/collections.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'
import { type BinPlace, isLocated, mayBeOneLocation } from '#console/rows/lines/bin-place.ts'
import type { RecordLine, ReportKind } from '#console/rows/lines/record-line.ts'
import { itemNameKey } from '#console/rows/related/known-items.ts'
import { readReports, type Report } from '#console/rows/reports.ts'

/** What records may be about. A name is compared only where the record does not say the id. */
export type About =
  | { readonly kind: 'item'; readonly id: string; readonly names: readonly string[] }
  | AboutBin

interface AboutBin {
  readonly kind: 'bin'
  readonly id: string
  readonly names: readonly string[]
  /** Its full name; bin numbers repeat between locations. */
  readonly location?: string | null
  readonly locationId?: string | null
}

/** A record with those of its lines that are about the thing. */
export interface RecordAbout {
  readonly report: Report
  readonly lines: readonly RecordLine[]
}

/** The newest records, at most `limit` of them, with the number of all. */
export function* recordsAbout(
  rows: readonly Row[],
  kind: ReportKind,
  about: About,
  limit: number,
): ChunkedTask<{ readonly records: readonly RecordAbout[]; readonly of: number }> {
  const reports = yield* readReports(rows, kind)
  const isNamed = nameTest(about)
  const records: RecordAbout[] = []
  let of = 0
  for (const [nth, report] of reports.entries()) {
    if (nth % REPORTS_A_STEP === REPORTS_A_STEP - 1) yield
    const lines =
      about.kind === 'item'
        ? report.lines.filter((line) => isOfItem(line, about.id, isNamed))
        : linesIn(report, about, isNamed)
    if (!lines) continue
    if (about.kind === 'item' && lines.length === 0) continue
    of += 1
    if (records.length < limit) records.push({ report, lines })
  }
  return { records, of }
}

const REPORTS_A_STEP = 256

function isOfItem(line: RecordLine, id: string, isNamed: NameTest): boolean {
  return line.itemId === null ? isNamed(line.item) : line.itemId === id
}

/** Null if the record is not about the bin. What was moved into it is, whatever bin the record says it is about. */
function linesIn(report: Report, about: AboutBin, isNamed: NameTest): readonly RecordLine[] | null {
  const { id, location = null, locationId = null } = about
  const own = report.bin_id === null ? null : String(report.bin_id)
  const here: BinPlace = { binId: id, location, locationId }
  const isHere = (name: string | null, place: BinPlace): boolean =>
    place.binId === null ? isNamed(name) && mayBeOneLocation(place, here) : place.binId === id
  const isSource = ({ bin, at }: RecordLine): boolean => {
    if (at.binId !== null) return at.binId === id
    if (bin === null) return own === id
    // Where it repeats the number of the record's own bin, it means that one.
    const isRepeated = own !== null && own !== id && !isLocated(at) && isOwnName(bin)
    return !isRepeated && isHere(bin, at)
  }
  const isOwnName = (bin: string): boolean =>
    report.bin_name === null || report.bin_name.toLowerCase() === bin.toLowerCase()
  const lines = report.lines.filter((line) => {
    const { at, toBin, to } = line
    return isSource(line) || isHere(toBin, isLocated(to) ? to : { ...at, binId: to.binId })
  })
  // A record is about its own bin, also if all its lines name others.
  if (lines.length > 0 || own === id) return lines
  // A line that names this number has been found to be elsewhere.
  const mayBeAbout = own === null && report.lines.every(({ bin }) => !isNamed(bin))
  return mayBeAbout && isNamed(report.bin_name) ? lines : null
}

type NameTest = (name: string | null) => boolean

function nameTest({ kind, names }: About): NameTest {
  const keyOf = kind === 'item' ? itemNameKey : (name: string) => name.toLowerCase()
  const wanted = new Set(names.filter((name) => name !== '').map(keyOf))
  return (name) => name !== null && wanted.has(keyOf(name))
}
