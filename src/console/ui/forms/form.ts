/** A form over a schema of the contract: one message at a time, on the right field. */
import { useCallback, useState, type ChangeEvent, type FocusEvent } from 'react'
import type { z } from 'zod/mini'
import { firstProblem } from '#contract/rules.ts'
import { readSession } from '#console/session/session.ts'
import { forgetDraftState, useDraftState } from '#console/ui/forms/draft-state.ts'
import { useUnsaved } from '#console/ui/forms/unsaved.ts'

/** The text fields of a form. */
type TextFieldOf<V> = { [F in keyof V & string]: V[F] extends string ? F : never }[keyof V & string]

/** The props of a form's input. */
export interface FieldProps {
  readonly name: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLInputElement>) => void
}

/** The values of a form, its message and its setters. */
export interface ContractForm<V> {
  readonly values: V
  readonly errorOf: (field: keyof V & string) => string | null
  readonly change: <F extends keyof V & string>(field: F, value: V[F]) => void
  /** Empties a text field, without a message that it is empty. What was typed since the given value was sent stays. */
  readonly clear: (field: TextFieldOf<V>, sent?: string) => void
  /** The props of a field's input; `keep` filters what is typed (typing.ts). */
  readonly field: (name: TextFieldOf<V>, keep?: (typed: string) => string) => FieldProps
  /** Shows the first broken rule; returns true if all rules hold. */
  readonly check: () => boolean
  /**
   * Lets the next form of this draft name start empty; call it when the input is saved. With the values that were
   * saved, it does so only if nothing was typed since: the next form takes the input over otherwise.
   */
  readonly forget: (saved?: unknown) => void
  /** Whether a message is shown. */
  readonly isWrong: boolean
  /** Whether a value differs from the initial one. */
  readonly isChanged: boolean
}

/** Options of a form. */
export interface FormOptions {
  /** Whether a field shows its error as soon as it loses the focus. */
  readonly validatesOnBlur?: boolean
  /** The name under which input survives a lock; for forms behind the sign-in. */
  readonly draftName?: string
  /** Fields that survive a lock but not a reload. */
  readonly secrets?: readonly string[]
}

/**
 * Holds the input of a form. A field shows its message once the form was checked, or once it lost
 * the focus if the options say so. Typing checks again, so the message goes as soon as the error is
 * fixed.
 */
export function useContractForm<V extends object>(
  schema: z.ZodMiniType,
  initial: V,
  { validatesOnBlur = false, draftName, secrets = NONE }: FormOptions = {},
): ContractForm<V> {
  const [untouched] = useState(initial)
  // Whose form it is: its answer may come when another admin has one of the same name.
  const [by] = useState(() => readSession().username)
  const withoutSecrets = useCallback(
    (from: V): V => ({ ...from, ...Object.fromEntries(blanked(secrets, untouched)) }),
    [secrets, untouched],
  )
  const [values, setValues] = useDraftState(draftName ?? null, initial, withoutSecrets, true)
  const isChanged = values !== untouched && JSON.stringify(values) !== JSON.stringify(untouched)
  useUnsaved(isChanged)
  const [checked, setChecked] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const first = checked || left.size > 0 ? firstProblem(schema, values) : null
  const problem = first && (checked || left.has(first.field)) ? first : null
  const errorOf = (field: string): string | null =>
    problem?.field === field ? problem.message : null
  const change = (field: keyof V & string, value: unknown): void =>
    setValues((before) => ({ ...before, [field]: value }))
  return {
    values,
    errorOf,
    change,
    clear: (field, sent) => {
      setValues((before) =>
        sent === undefined || before[field] === sent ? { ...before, [field]: '' } : before,
      )
      setChecked(false)
    },
    field: (name, keep = (typed) => typed) => ({
      name,
      value: String(values[name]),
      error: errorOf(name),
      onChange: ({ currentTarget }) => change(name, keep(currentTarget.value)),
      onBlur: ({ relatedTarget }) => {
        if (validatesOnBlur && isTypedInto(relatedTarget))
          setLeft((before) => new Set([...before, name]))
      },
    }),
    check: () => {
      setChecked(true)
      return firstProblem(schema, values) === null
    },
    forget: (saved) => {
      if (draftName !== undefined) forgetDraftState(draftName, saved, by)
    },
    isWrong: problem !== null,
    isChanged,
  }
}

const NONE: readonly string[] = []

function blanked(secrets: readonly string[], untouched: object): [string, unknown][] {
  return secrets.map((field) => [field, Reflect.get(untouched, field)])
}

/** A pressed button or box must not move away under the finger when a new message appears. */
function isTypedInto(element: Element | null): boolean {
  return element instanceof HTMLInputElement && element.type !== 'checkbox'
}
