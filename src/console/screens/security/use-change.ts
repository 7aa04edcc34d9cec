/** One change on the Security screen: whether it is running, and why it failed. */
import { useState } from 'react'
import { explain, type FaultTexts } from '#contract/faults.ts'
import { Fault, isUnanswered } from '#console/data/api/fault.ts'
import { isCancelled } from '#console/session/passkey-cancelled.ts'

interface Change {
  /** What is running, by the name given to `run`; null if nothing is. */
  readonly running: string | null
  readonly failure: string | null
  /** Resolves with whether it worked. */
  readonly run: (name: string, work: () => Promise<void>) => Promise<boolean>
}

/** @param onUnanswered reads again what a change without an answer may have changed */
export function useChange(texts: FaultTexts, onUnanswered?: () => Promise<void>): Change {
  const [running, setRunning] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  return {
    running,
    failure,
    run: async (name, work) => {
      setFailure(null)
      setRunning(name)
      try {
        await work()
        return true
      } catch (thrown) {
        if (isUnanswered(thrown)) void onUnanswered?.()
        if (!isCancelled(thrown)) setFailure(why(thrown, texts))
        return false
      } finally {
        setRunning(null)
      }
    },
  }
}

/** What the browser throws, such as for a passkey that is there already, says nothing of the connection. */
function why(thrown: unknown, texts: FaultTexts): string {
  return thrown instanceof Fault ? explain(thrown, texts) : texts.fallback
}
