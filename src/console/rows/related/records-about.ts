/** The floor records about an item or a bin, newest first. */
import type { Row } from '#contract/collections.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'
import type { RecordLine } from '#console/rows/record-lines.ts'
import { readReports, type Report } from '#console/rows/reports.ts'

/** What records may be about. A name is compared only where the record does not say the id. */
export type About =
  | { readonly kind: 'item'; readonly id: string; readonly names: readonly string[] }
  | { readonly kind: 'bin'; readonly id: string; readonly names: readonly string[] }

/** A record with those of its lines that are about the thing. */
export interface RecordAbout {
  readonly report: Report
  readonly lines: readonly RecordLine[]
}

/** The newest records, at most `most` of them, with the number of all. */
export function* recordsAbout(
  rows: readonly Row[],
  binName: 'own' | 'first-entry',
  about: About,
  most: number,
): ChunkedTask<{ readonly records: readonly RecordAbout[]; readonly of: number }> {
  const reports = yield* readReports(rows, binName)
  const isNamed = nameTest(about.names)
  const records: RecordAbout[] = []
  let of = 0
  for (const [nth, report] of reports.entries()) {
    if (nth % REPORTS_A_STEP === REPORTS_A_STEP - 1) yield
    const lines =
      about.kind === 'item'
        ? report.lines.filter((line) => isOfItem(line, about.id, isNamed))
        : linesIn(report, about.id, isNamed)
    if (!lines) continue
    if (about.kind === 'item' && lines.length === 0) continue
    of += 1
    if (records.length < most) records.push({ report, lines })
  }
  return { records, of }
}

const REPORTS_A_STEP = 256

function isOfItem(line: RecordLine, id: string, isNamed: NameTest): boolean {
  return line.itemId === null ? isNamed(line.item) : line.itemId === id
}

/** Null if the record is not about the bin. Bin numbers repeat between locations, so that an id is worth more. */
function linesIn(report: Report, id: string, isNamed: NameTest): readonly RecordLine[] | null {
  const own = report.bin_id === null ? null : String(report.bin_id)
  if (own !== null) return own === id ? report.lines : null
  const lines = report.lines.filter(({ bin, toBin }) => isNamed(bin) || isNamed(toBin))
  return lines.length > 0 || isNamed(report.bin_name) ? lines : null
}

type NameTest = (name: string | null) => boolean

function nameTest(names: readonly string[]): NameTest {
  const wanted = new Set(names.filter((name) => name !== '').map((name) => name.toLowerCase()))
  return (name) => name !== null && wanted.has(name.toLowerCase())
}
