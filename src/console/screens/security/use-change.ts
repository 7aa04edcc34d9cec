/** One change on the Security screen: whether it is running, and why it failed. */
import { useState } from 'react'
import { explain, type FaultTexts } from '#contract/faults.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { isCancelled } from '#console/session/passkey-cancelled.ts'

interface Change {
  /** What is running, by the name given to `run`; null if nothing is. */
  readonly running: string | null
  readonly failure: string | null
  /** Resolves with whether it worked. */
  readonly run: (name: string, work: () => Promise<void>) => Promise<boolean>
}

export function useChange(texts: FaultTexts): Change {
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
        if (!isCancelled(thrown)) setFailure(explain(faultFacts(thrown), texts))
        return false
      } finally {
        setRunning(null)
      }
    },
  }
}
