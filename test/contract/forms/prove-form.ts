/** Proves a form from a list of faults in the order of specification.md section 5. */
import { expect, test } from 'vitest'
import { firstProblem } from '#contract/rules.ts'

type Schema = Parameters<typeof firstProblem>[0]

/** One way to break a form: what is typed instead, where the message shows, the message. */
export type Fault<V> = readonly [change: Partial<V>, field: keyof V & string, message: string]

export interface FormProof<V extends object> {
  readonly form: Schema
  /** Values that the form accepts. */
  readonly good: V
  /** Values at the edge of what is accepted. */
  readonly accepted: readonly Partial<V>[]
  /** In the specified order: of two faults the earlier one is told. */
  readonly faults: readonly Fault<V>[]
}

/**
 * Each fault gives one message, on its field, alone and together with any later fault in another
 * field. Faults that meet in one field stand in the list as they are.
 */
export function proveForm<V extends object>({ form, good, accepted, faults }: FormProof<V>): void {
  test('accepts what is right', () => {
    expect(firstProblem(form, good)).toBeNull()
  })

  test.each(accepted.map((change) => ({ change })))('accepts $change', ({ change }) => {
    expect(firstProblem(form, { ...good, ...change })).toBeNull()
  })

  const cases = faults.map(([change, field, message], index) => {
    const later = faults.slice(index + 1).map(([other]) => other)
    return { change, field, message, others: later.filter((other) => areApart(change, other)) }
  })

  test.each(cases)(
    '$change is told on $field, before later faults: $message',
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
