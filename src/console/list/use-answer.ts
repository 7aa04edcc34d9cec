/** The answer to a view: what a long list needs for it is made a little at a time, while what was there stays. */
import { useEffect, useMemo, useState } from 'react'
import type { View, ViewAnswer, ViewIndex } from '#console/data/engine/view-index.ts'
import { inTurns } from '#console/data/slices.ts'
import { LONG_LIST_ROWS } from '#console/list/use-table.ts'

interface Question {
  readonly index: ViewIndex<object>
  readonly view: View
}

/** @param count of the rows under the index */
export function useAnswer(index: ViewIndex<object>, count: number, view: View): ViewAnswer<object> {
  const isLong = count > LONG_LIST_ROWS
  const [shown, setShown] = useState<ViewAnswer<object> | null>(null)
  // Asked again when it is ready, or when making it failed: then the answer fails, too.
  const [tried, setTried] = useState<Question | null>(null)
  const wasTried = tried?.index === index && tried.view === view
  // The first answer is never waited for: a long list comes with what it needs.
  const isAnswered = !isLong || shown === null || wasTried || index.isReady(view)
  const answer = useMemo(() => (isAnswered ? index.answer(view) : null), [index, view, isAnswered])
  if (isLong && answer !== null && answer !== shown) setShown(answer)
  useEffect(() => {
    if (isAnswered) return undefined
    const left = new AbortController()
    const done = (): void => {
      if (!left.signal.aborted) setTried({ index, view })
    }
    inTurns(index.ahead(view), left.signal).then(done, done)
    return () => left.abort()
  }, [index, view, isAnswered])
  return answer ?? shown ?? index.answer(view)
}
