/** One change on the Security screen: whether it is running, and why it failed. */
import { useState } from 'react'
import { explain, type FaultTexts } from '#contract/faults.ts'
import { Fault, isUnanswered } from '#console/data/api/fault.ts'
import { isAnothersTurn, readSession } from '#console/session/session.ts'
import { isCancelled } from '#console/session/passkey-cancelled.ts'

interface Change {
  /** Whether the change with this name, as given to `run`, is running. Several may be. */
  readonly isRunning: (name: string) => boolean
  readonly failure: string | null
  /** Resolves with whether it worked, and the person who asked for it is still the one to be told. */
  readonly run: (name: string, work: () => Promise<void>) => Promise<boolean>
}

/** @param onUnanswered reads again what a change without an answer may have changed */
export function useChange(texts: FaultTexts, onUnanswered?: () => Promise<void>): Change {
  const [running, setRunning] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  return {
    isRunning: (name) => running.includes(name),
    failure,
    run: async (name, work) => {
      const { username: by } = readSession()
      setFailure(null)
      setRunning((before) => [...before, name])
      try {
        await work()
        return !isAnothersTurn(by)
      } catch (thrown) {
        if (isAnothersTurn(by)) return false
        if (isUnanswered(thrown)) void onUnanswered?.()
        if (!isCancelled(thrown)) setFailure(why(thrown, texts))
        return false
      } finally {
        setRunning((before) => before.filter((one) => one !== name))
      }
    },
  }
}

/** What the browser throws, such as for a passkey that is there already, says nothing of the connection. */
function why(thrown: unknown, texts: FaultTexts): string {
  return thrown instanceof Fault ? explain(thrown, texts) : texts.fallback
}
