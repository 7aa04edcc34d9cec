/** Which undeclared fields records have. After a refresh only the changed rows are read again. */
import type { Row } from '#contract/collections.ts'
import { plainName } from '#contract/records/plain-name.ts'
import { carriedOver } from '#console/rows/carried/carried-over.ts'
import { carryOver } from '#console/rows/carried/changed-places.ts'
import { runSync, walk } from '#console/rows/chunked-task.ts'
import { quantityIn, timeIn } from '#console/screens/records/loose-columns.tsx'

interface WithRest {
  readonly rest: Row
}

/** The fields by their plain names, in order of appearance. */
export interface RestFields {
  readonly fields: ReadonlyMap<string, string>
  /** The names that hold a time or a quantity in some row. */
  readonly dates: ReadonlySet<string>
  readonly quantities: ReadonlySet<string>
}

/** The undeclared fields of rows. */
export function restFieldsOf(rows: readonly WithRest[]): RestFields {
  const { numbers, forms } = runSync(formsOf(rows))
  const fields = new Map<string, string>()
  const dates = new Set<string>()
  const quantities = new Set<string>()
  // Rows of one form have the same fields, so the first of them says all.
  for (const number of new Set(numbers))
    for (const { field, isDate, isQuantity } of forms[number] ?? []) {
      const name = plainName(field)
      if (!fields.has(name)) fields.set(name, field)
      if (isDate) dates.add(name)
      if (isQuantity) quantities.add(name)
    }
  return { fields, dates, quantities }
}

interface FormField {
  readonly field: string
  readonly isDate: boolean
  readonly isQuantity: boolean
}

interface RowForms {
  /** The number of each row's form. */
  readonly numbers: Int32Array
  /** The forms by their numbers. Few differ: the rows of one app have the same fields. */
  readonly forms: FormField[][]
  readonly known: Map<string, number>
}

const formsOf = carriedOver<WithRest, RowForms>({
  *make(rows) {
    const made = { numbers: new Int32Array(rows.length), forms: [], known: new Map() }
    yield* walk(rows, (row, place) => {
      made.numbers[place] = numberOf(row, made)
    })
    return made
  },
  *carry({ numbers: before, forms, known }, rows, change) {
    const made = { numbers: new Int32Array(rows.length), forms, known }
    carryOver(before, change, made.numbers)
    yield* walk(change.fresh, (place) => {
      const row = rows[place]
      if (row) made.numbers[place] = numberOf(row, made)
    })
    return made
  },
})

function numberOf({ rest }: WithRest, { forms, known }: Omit<RowForms, 'numbers'>): number {
  const form = Object.entries(rest).map(([field, value]): FormField => ({
    field,
    isDate: timeIn(field, value) !== null,
    isQuantity: quantityIn(field, value) !== null,
  }))
  const key = JSON.stringify(form)
  const number = known.get(key) ?? forms.push(form) - 1
  known.set(key, number)
  return number
}
