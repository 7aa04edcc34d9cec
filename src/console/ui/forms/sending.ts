/** The sending of a form: whether it is under way, and what went wrong. */
import { useState } from 'react'
import { explainMaskedFault } from '#console/data/api/cors-masked-errors.ts'
import type { ContractForm } from '#console/ui/forms/form.ts'

export interface Sending {
  readonly busy: boolean
  /** The sentence of a sending that failed; a field that is wrong by now comes before it. */
  readonly failure: string | null
  readonly submit: () => Promise<void>
}

/**
 * Sends what a form holds once its rules hold.
 * @param send throws what `why` puts into words
 */
export function useSending(
  form: Pick<ContractForm<unknown>, 'check' | 'isWrong'>,
  send: () => Promise<void>,
  why: (thrown: unknown) => string,
): Sending {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setFailure(null)
    if (!form.check()) return
    setBusy(true)
    try {
      await send()
    } catch (thrown) {
      setFailure(why(await explainMaskedFault(thrown)))
    }
    setBusy(false)
  }
  return { busy, failure: form.isWrong ? null : failure, submit }
}
