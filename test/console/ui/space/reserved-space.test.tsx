import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReservedSpace } from '#console/ui/space/reserved-space.tsx'

afterEach(() => vi.restoreAllMocks())

const heightOf = (isSettled: boolean): string | undefined => {
  cleanup()
  render(
    <ReservedSpace name="cards" isSettled={isSettled}>
      <p>content</p>
    </ReservedSpace>,
  )
  return screen.getByText('content').parentElement?.style.minHeight
}

test('content that is still loading has the height that it had at the last visit', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(150)
  expect(heightOf(false)).toBe('0px')
  expect(heightOf(true)).toBe('')
  expect(heightOf(false)).toBe('150px')
})

test('a height is reserved only in a window of the same width', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(150)
  heightOf(true)
  vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(820)
  expect(heightOf(false)).toBe('0px')
})

test('a device that refuses to store anything, or has stored nonsense, reserves nothing', () => {
  localStorage.setItem('dockside.height.cards', 'nonsense')
  expect(heightOf(false)).toBe('0px')
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('SecurityError')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('SecurityError')
  })
  expect(heightOf(true)).toBe('')
  expect(heightOf(false)).toBe('0px')
})
