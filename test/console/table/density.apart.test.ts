import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { onOwnChange, setPreference } from '#console/preferences/preferences.ts'
import { useDensity } from '#console/table/columns/density.ts'

afterEach(() => {
  localStorage.clear()
})

test('the pointer decides the density until a person chooses one, which is a preference', () => {
  const changed = vi.fn<(key: string) => void>()
  const leave = onOwnChange(changed)
  const { result } = renderHook(useDensity)
  expect(result.current.chosen).toBeNull()
  act(() => setPreference('density', 'comfortable'))
  expect(result.current).toEqual({ chosen: 'comfortable', density: 'comfortable' })
  expect(changed).toHaveBeenCalledWith('density')
  leave()
})

test('a stored density that is unknown counts as none', () => {
  localStorage.setItem('dockside.density', 'cosy')
  expect(renderHook(useDensity).result.current.chosen).toBeNull()
})
