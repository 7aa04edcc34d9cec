/**
 * The answer of an index to a view; for a long list it is prepared in chunks, while the previous
 * answer stays visible.
 */
import { useEffect, useMemo, useState } from 'react'
import type { Selection, View, ViewAnswer, ViewIndex } from '#console/data/engine/types.ts'
import { runChunked } from '#console/data/api/run-chunked.ts'

/** With fewer rows a table is built within a few milliseconds, even on a slow tablet. */
export const LONG_LIST_ROWS = 2_500

interface Question {
  readonly index: ViewIndex<object>
  readonly view: Selection
}

/** @param count the number of rows in the index */
export function useAnswer(index: ViewIndex<object>, count: number, view: View): ViewAnswer<object> {
  return useFromIndex(index, count, view, answerOf)
}

function answerOf(index: ViewIndex<object>, view: View): ViewAnswer<object> {
  return index.answer(view)
}

/**
 * The same for anything else an index can answer about a view.
 * @param count the number of rows in the index
 * @param read must be a stable function
 */
export function useFromIndex<V extends Selection, T>(
  index: ViewIndex<object>,
  count: number,
  view: V,
  read: (index: ViewIndex<object>, view: V) => T,
): T {
  const isLong = count > LONG_LIST_ROWS
  const [shown, setShown] = useState<T | null>(null)
  // Asked again once it is prepared, or once preparing failed, in which case the answer fails too.
  const [tried, setTried] = useState<Question | null>(null)
  const wasTried = tried?.index === index && tried.view === view
  // The first answer is synchronous: a long list arrives with its index prepared.
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
