import { beforeEach, expect, test, vi } from 'vitest'
import { inventory } from '#console/screens/inventory.tsx'

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
beforeEach(() => {
  warn.mockClear()
})

const shelf = (location: string, available_quantity: number, total_quantity?: number) => ({
  item: 'A',
  internal_id: 1,
  location,
  available_quantity,
  ...(total_quantity !== undefined && { total_quantity }),
})

test.each([
  [10.02, 1],
  [9.98, 1],
  [10.009, 0],
  [10, 0],
  [undefined, 0],
])('a stated total of %s next to a sum of 10 is logged %i times', (stated, times) => {
  const { rows } = inventory.table([shelf('N', 4, stated), shelf('S', 6, stated)])
  expect(rows).toMatchObject([{ total_quantity: 10 }])
  expect(warn).toHaveBeenCalledTimes(times)
})
