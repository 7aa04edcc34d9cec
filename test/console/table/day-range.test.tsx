import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ColumnFilter } from '#contract/views/list-search.ts'
import { DayRange } from '#console/table/menu/day-range.tsx'
import { theme } from '#console/theme.ts'
import '#test/support/test-timeouts.ts'

const asked = vi.fn<(filter: ColumnFilter) => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T15:00:00') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
  cleanup()
})

function open(first: ColumnFilter = {}, isFutureDate = false) {
  function Range() {
    const [filter, setFilter] = useState(first)
    return (
      <DayRange
        isFutureDate={isFutureDate}
        filter={filter}
        onFilter={(next) => {
          asked(next)
          setFilter(next)
        }}
      />
    )
  }
  render(
    <MantineProvider theme={theme}>
      <Range />
    </MantineProvider>,
  )
  return userEvent.setup()
}

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('the last days are one tap each, and are written in the order of the console', async () => {
  const user = open({ text: 'x' })
  await user.click(screen.getByRole('button', { name: 'Last 7 days' }))
  expect(asked).toHaveBeenLastCalledWith({ text: 'x', from: '2026-11-18', to: '2026-11-24' })
  expect([value('From'), value('To')]).toEqual(['18-11-2026', '24-11-2026'])
  await user.click(screen.getByRole('button', { name: 'Yesterday' }))
  expect(asked).toHaveBeenLastCalledWith({ text: 'x', from: '2026-11-23', to: '2026-11-23' })
  const chosen = screen.getAllByRole('button', { pressed: true }).map((each) => each.textContent)
  expect(chosen).toEqual(['Yesterday'])
})

test('of days that lie ahead, today, tomorrow and the next ones are one tap each', async () => {
  const user = open({}, true)
  await user.click(screen.getByRole('button', { name: 'Next 7 days' }))
  expect(asked).toHaveBeenLastCalledWith({ from: '2026-11-24', to: '2026-11-30' })
  await user.click(screen.getByRole('button', { name: 'Tomorrow' }))
  expect(asked).toHaveBeenLastCalledWith({ from: '2026-11-25', to: '2026-11-25' })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Tomorrow',
    'Next 7 days',
    'Yesterday',
    'Last 7 days',
    '',
  ])
})

test('a typed day counts once it is complete, and a wrong one is marked', async () => {
  const user = open()
  await user.type(screen.getByLabelText('From'), '05-11-202')
  expect(asked).toHaveBeenLastCalledWith({})
  expect(screen.getByLabelText('From').getAttribute('aria-invalid')).toBe('true')
  await user.type(screen.getByLabelText('From'), '6')
  expect(asked).toHaveBeenLastCalledWith({ from: '2026-11-05' })
  expect(screen.getByLabelText('From').getAttribute('aria-invalid')).not.toBe('true')
})

test('a range is picked in the calendar', async () => {
  const user = open({ from: '2026-11-05', to: '2026-11-05' })
  await user.click(screen.getByRole('button', { name: 'Calendar' }))
  await user.click(await screen.findByRole('button', { name: '9 November 2026' }))
  await user.click(screen.getByRole('button', { name: '12 November 2026' }))
  expect(asked).toHaveBeenLastCalledWith({ from: '2026-11-09', to: '2026-11-12' })
  expect([value('From'), value('To')]).toEqual(['09-11-2026', '12-11-2026'])
})

test('days of a filter that is taken away are no longer written in the fields', async () => {
  const { rerender } = render(
    <MantineProvider theme={theme}>
      <DayRange filter={{ from: '2026-11-05' }} onFilter={asked} />
    </MantineProvider>,
  )
  expect(value('From')).toBe('05-11-2026')
  rerender(
    <MantineProvider theme={theme}>
      <DayRange filter={{}} onFilter={asked} />
    </MantineProvider>,
  )
  expect(value('From')).toBe('')
})
