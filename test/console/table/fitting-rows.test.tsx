import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { View } from '#console/data/engine/types.ts'
import { useFittingRows } from '#console/table/columns/fitting-rows.ts'

const HEAD_PX = 36

let measure: ((room: number) => void) | undefined

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A table whose room is measured when the test says so. */
function Table({ view, onView }: { readonly view: View; readonly onView: (view: View) => void }) {
  const scroller = useRef<HTMLDivElement>(null)
  useFittingRows(scroller, view, onView, null)
  return (
    <div ref={scroller} style={{ '--row-height': '36px' } as object}>
      <table>
        <thead />
      </table>
    </div>
  )
}

/** Lets the test say what room there is. */
function measureByHand(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: ResizeObserverCallback) {
        measure = (height) => tell([{ contentRect: { height } } as ResizeObserverEntry], this)
      }
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEAD_PX)
}

test('a page that an address names is one of the rows that fit, not of those assumed before', () => {
  measureByHand()
  let view: View = { search: '', filters: [], sort: null, page: 6, pageSize: 12, isFit: true }
  const table = () => <Table view={view} onView={(next) => (view = next)} />
  const { rerender } = render(table())
  act(() => measure?.(HEAD_PX + 14 * 36))
  expect(view).toMatchObject({ page: 6, pageSize: 14 })
  rerender(table())
  // From now on the room itself changes, and the page keeps its first row.
  act(() => measure?.(HEAD_PX + 7 * 36))
  expect(view).toMatchObject({ page: 12, pageSize: 7 })
})

test("'Fit' that a person chooses keeps the first row, also if it was never measured before", () => {
  measureByHand()
  let view: View = { search: '', filters: [], sort: null, page: 3, pageSize: 25, isFit: false }
  const table = () => <Table view={view} onView={(next) => (view = next)} />
  const { rerender } = render(table())
  // The pager assumes 12 rows until they are measured.
  view = { ...view, page: 6, pageSize: 12, isFit: true }
  rerender(table())
  act(() => measure?.(HEAD_PX + 15 * 36))
  expect(view).toMatchObject({ page: 4, pageSize: 15 })
})
