/** Exceptions as rows of the shared table. */
import { type CaseNote, RESOLVED_HOW } from '#contract/records/exceptions.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import type { StatedException } from '#console/data/exceptions/group-cases.ts'
import type { ShownState } from '#console/rows/exceptions/case-state.ts'
import { causeName, exceptionName, kindOf } from '#console/rows/exceptions/names.ts'
import { formatDateTime } from '#console/rows/formats.ts'
import { flatten, receivedIn } from '#console/rows/inbound.ts'
import { itemsInWords, totalOf } from '#console/rows/lines/record-lines.ts'
import { isReported, readReport, REPORT_KINDS } from '#console/rows/reports.ts'

/** What a record says beyond being an exception. */
interface Facts {
  readonly item: string | null
  readonly quantity: number | null
  readonly bin: string | null
  readonly person: string | null
}

const NO_FACTS: Facts = { item: null, quantity: null, bin: null, person: null }

/** One row. Its record is read when a cell, a search or a file asks for it: a page shows a few of thousands. */
export class ExceptionRow {
  private facts: Facts | undefined

  constructor(readonly stated: StatedException) {}

  /** Null for a record without an id: all of them have the same case key, and the table has to tell them apart. */
  get key(): string | null {
    const { id, key } = this.stated.record
    return id === '' ? null : key
  }

  /** 'Adjustment 2016', or the sync of an area. */
  get name(): string {
    const { collection, id } = this.stated.record
    return exceptionName(collection, id)
  }

  get kind(): string {
    return kindOf(this.stated.record.collection)
  }

  get reason(): string | null {
    return this.stated.record.message
  }

  get item(): string | null {
    return this.read().item
  }

  get quantity(): number | null {
    return this.read().quantity
  }

  get bin(): string | null {
    return this.read().bin
  }

  get person(): string | null {
    return this.read().person
  }

  get attempts(): number | null {
    return this.stated.known?.failures ?? null
  }

  get assignee(): string | null {
    return this.stated.known?.assignee ?? null
  }

  private read(): Facts {
    return (this.facts ??= factsOf(this.stated))
  }
}

/** The words of a state, in the table and on the buttons that filter by it. */
export function stateWord(state: ShownState): string {
  return state === 'snoozed' ? exceptionScreenTexts.snoozed : exceptionTexts.states[state]
}

/** 'Assigned: kim', 'Resolved: Not needed', 'Failed again: The item is unknown', or the text of a note. */
export function stepWords({ step, text }: Pick<CaseNote, 'step' | 'text'>): string {
  const words = exceptionScreenTexts.steps[step]
  return text === null ? words : exceptionScreenTexts.step(words, stepText(step, text))
}

function stepText(step: CaseNote['step'], text: string): string {
  if (step === 'failed') return causeName(text)
  if (step === 'snooze') return formatDateTime(text)
  if (step !== 'resolve') return text
  const [code, ...number] = text.split(' ')
  const how = RESOLVED_HOW.find((each) => each === code)
  if (!how) return text
  const words = exceptionTexts.resolvedHow[how]
  return number.length === 0 ? words : exceptionTexts.resolvedAs(words, number.join(' '))
}

const rows = new WeakMap<object, ExceptionRow>()

/** The rows of exceptions; one that did not change stays the same row. */
export function rowsOf(all: readonly StatedException[]): readonly ExceptionRow[] {
  const made = all.map((stated) => {
    const before = rows.get(stated.record)
    const isSame = before?.stated.known === stated.known && before?.stated.state === stated.state
    if (before && isSame) return before
    const row = new ExceptionRow(stated)
    rows.set(stated.record, row)
    return row
  })
  return made.sort((one, other) => timeOf(other) - timeOf(one) || 0)
}

function timeOf({ stated }: ExceptionRow): number {
  return stated.record.at ?? Number.NEGATIVE_INFINITY
}

function factsOf({ record: { collection, row } }: StatedException): Facts {
  if (row === null) return NO_FACTS
  if (collection === 'inboundDataRecords') {
    const [first] = flatten(row, 0)
    if (!first) return NO_FACTS
    const lines = receivedIn(first)
    const bin = first.binName === null ? null : String(first.binName)
    const quantity = totalOf(lines, 'quantity')
    return { item: itemsInWords(lines), quantity, bin, person: first.userName }
  }
  if (!isReported(collection)) return NO_FACTS
  const report = readReport(row, REPORT_KINDS[collection])
  const { item, quantity, bin_name: bin, username: person } = report
  return { item, quantity, bin, person }
}
