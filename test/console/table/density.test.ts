import { afterEach, expect, test, vi } from 'vitest'
import { getDensity, setDensity, subscribeDensity } from '#console/table/columns/density.ts'

afterEach(() => {
  setDensity(null)
})

test('the pointer decides the density until a person chooses one, and the device keeps the choice', () => {
  expect(getDensity()).toBeNull()
  setDensity('compact')
  expect(getDensity()).toBe('compact')
  expect(Object.values(localStorage)).toContain('compact')
  setDensity(null)
  expect(getDensity()).toBeNull()
})

test('a stored density that is unknown counts as none', () => {
  setDensity('comfortable')
  const [key = ''] = Object.keys(localStorage)
  localStorage.setItem(key, 'cosy')
  expect(getDensity()).toBeNull()
})

test('a listener hears of each choice until it leaves', () => {
  const heard = vi.fn<() => void>()
  const leave = subscribeDensity(heard)
  setDensity('compact')
  setDensity('comfortable')
  leave()
  setDensity(null)
  expect(heard).toHaveBeenCalledTimes(2)
})
