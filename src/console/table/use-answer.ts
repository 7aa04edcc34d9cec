/** What an index says to a view: what a long list needs for it is made a little at a time, while what was there stays. */
import { useEffect, useMemo, useState } from 'react'
import type { Selection, View, ViewAnswer, ViewIndex } from '#console/data/engine/types.ts'
import { runChunked } from '#console/data/api/run-chunked.ts'

/** Of fewer rows a table is made within a few milliseconds, also on a slow tablet. */
export const LONG_LIST_ROWS = 2_500

interface Question {
  readonly index: ViewIndex<object>
  readonly view: Selection
}

/** @param count of the rows under the index */
export function useAnswer(index: ViewIndex<object>, count: number, view: View): ViewAnswer<object> {
  return useFromIndex(index, count, view, answerOf)
}

function answerOf(index: ViewIndex<object>, view: View): ViewAnswer<object> {
  return index.answer(view)
}

/**
 * The same for anything that an index tells of a view.
 * @param count of the rows under the index
 * @param read always the same function
 */
export function useFromIndex<V extends Selection, T>(
  index: ViewIndex<object>,
  count: number,
  view: V,
  read: (index: ViewIndex<object>, view: V) => T,
): T {
  const isLong = count > LONG_LIST_ROWS
  const [shown, setShown] = useState<T | null>(null)
  // Asked again when it is ready, or when making it failed: then the answer fails, too.
  const [tried, setTried] = useState<Question | null>(null)
  const wasTried = tried?.index === index && tried.view === view
  // The first answer is never waited for: a long list comes with what it needs.
  const isAnswered = !isLong || shown === null || wasTried || index.isReady(view)
  const answer = useMemo(
    () => (isAnswered ? read(index, view) : null),
    [index, view, read, isAnswered],
  )
  if (isLong && answer !== null && answer !== shown) setShown(() => answer)
  useEffect(() => {
    if (isAnswered) return undefined
    const left = new AbortController()
    const done = (): void => {
      if (!left.signal.aborted) setTried({ index, view })
    }
    runChunked(index.ahead(view), left.signal).then(done, done)
    return () => left.abort()
  }, [index, view, isAnswered])
  return answer ?? shown ?? read(index, view)
}
