/** A form over a schema of the contract: one message at a time, on the right field. */
import { useState } from 'react'
import type { z } from 'zod/mini'
import { firstProblem } from '#contract/rules.ts'
import { useUnsaved } from '#console/ui/unsaved.ts'

/** A form's values, its message, and what changes them. */
export interface ContractForm<V> {
  readonly values: V
  readonly errorOf: (field: keyof V & string) => string | null
  readonly change: <F extends keyof V & string>(field: F, value: V[F]) => void
  /** Shows the first broken rule; true when all hold. */
  readonly check: () => boolean
}

/**
 * Holds what is typed. A field shows its message once it was checked or left wrong; typing checks
 * again, so that the message goes as soon as it no longer holds.
 */
export function useContractForm<V extends object>(
  schema: z.ZodMiniType,
  initial: V,
): ContractForm<V> {
  const [values, setValues] = useState(initial)
  const [untouched] = useState(values)
  useUnsaved(values !== untouched && JSON.stringify(values) !== JSON.stringify(untouched))
  const [checked, setChecked] = useState(false)
  const problem = checked ? firstProblem(schema, values) : null
  return {
    values,
    errorOf: (field) => (problem?.field === field ? problem.message : null),
    change: (field, value) => setValues((before) => ({ ...before, [field]: value })),
    check: () => {
      setChecked(true)
      return firstProblem(schema, values) === null
    },
  }
}
