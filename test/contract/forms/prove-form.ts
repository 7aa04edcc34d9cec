/** Tests a form with a list of faults in the order of specification.md section 5. */
import { expect, test } from 'vitest'
import { firstProblem } from '#contract/rules.ts'

type Schema = Parameters<typeof firstProblem>[0]

/** One way to break a form: the wrong values, the field with the message, the message. */
export type Fault<V> = readonly [change: Partial<V>, field: keyof V & string, message: string]

export interface FormProof<V extends object> {
  readonly form: Schema
  /** Values that the form accepts. */
  readonly good: V
  /** Values that are just acceptable. */
  readonly accepted: readonly Partial<V>[]
  /** In the specified order: of two faults the earlier one is reported. */
  readonly faults: readonly Fault<V>[]
}

/**
 * Each fault gives one message on its field, alone and together with any later fault in another
 * field. Faults in the same field are not combined.
 */
export function proveForm<V extends object>({ form, good, accepted, faults }: FormProof<V>): void {
  test('the form accepts valid values', () => {
    expect(firstProblem(form, good)).toBeNull()
  })

  test.each(accepted.map((change) => ({ change })))('the form accepts $change', ({ change }) => {
    expect(firstProblem(form, { ...good, ...change })).toBeNull()
  })

  const cases = faults.map(([change, field, message], index) => {
    const later = faults.slice(index + 1).map(([other]) => other)
    return { change, field, message, others: later.filter((other) => areApart(change, other)) }
  })

  test.each(cases)(
    '$change is reported on $field before later faults: $message',
    ({ change, field, message, others }) => {
      for (const other of [{}, ...others]) {
        const values = { ...good, ...other, ...change }
        expect({ values, ...firstProblem(form, values) }).toEqual({ values, field, message })
        expect(form.safeParse(values).error?.issues).toHaveLength(1)
      }
    },
  )
}

function areApart(one: object, other: object): boolean {
  return Object.keys(one).every((field) => !Object.hasOwn(other, field))
}
