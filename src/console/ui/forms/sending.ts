/** The submit of a form: whether it is running, and the failure message. */
import { useState } from 'react'
import type { UnansweredBy } from '#console/data/api/cors-masked-errors.ts'
import { isAnothersTurn, readSession } from '#console/session/session.ts'
import type { ContractForm } from '#console/ui/forms/form.ts'

export interface Sending {
  readonly busy: boolean
  /** The message of a failed submit; the error of an invalid field takes precedence. */
  readonly failure: string | null
  readonly submit: () => Promise<void>
}

/**
 * Sends the values of a form once its rules hold.
 * @param send throws what `why` turns into a message. It is given the user name of the session, for what must be done for
 * that admin in any case. What it returns, such as a notice, is left out if another admin has signed in meanwhile
 * @param cause what to assume if another origin leaves only this call unanswered
 */
export function useSending(
  form: Pick<ContractForm<unknown>, 'check' | 'isWrong'>,
  send: (by: string | null) => Promise<(() => void) | void>,
  why: (thrown: unknown) => string,
  cause?: UnansweredBy,
): Sending {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setFailure(null)
    if (!form.check()) return
    setBusy(true)
    const { username: by } = readSession()
    // A form without a session is a sign-in: whoever is signed in afterwards is the one who sent it.
    const isLate = (): boolean => by !== null && isAnothersTurn(by)
    try {
      const report = await send(by)
      if (report && !isLate()) report()
    } catch (thrown) {
      const real = await realCause(thrown, cause)
      if (!isLate()) setFailure(why(real))
    }
    setBusy(false)
  }
  return { busy, failure: form.isWrong ? null : failure, submit }
}

/** The calls come with the first submit: the sign-in page is there before them. */
async function realCause(thrown: unknown, cause: UnansweredBy | undefined): Promise<unknown> {
  try {
    const { unmaskFault } = await import('#console/data/api/cors-masked-errors.ts')
    return await unmaskFault(thrown, cause)
  } catch {
    return thrown
  }
}
