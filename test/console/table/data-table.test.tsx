import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { View } from '#console/data/engine/types.ts'
import { columnKit } from '#console/table/columns/column-kit.tsx'
import { DataTable } from '#console/table/data-table.tsx'
import { viewOf } from '#console/table/columns/table-address.ts'
import { theme } from '#console/theme.ts'
import { cells, column, columnHeads, heads } from '#test/support/console/table.ts'
import '#test/support/test-timeouts.ts'

interface Shelf {
  readonly id: number
  readonly wh: string | null
  readonly qty: number
}

const SHELVES: Shelf[] = [
  { id: 1, wh: 'WH 7', qty: 5.5 },
  { id: 2, wh: 'Aisle 7', qty: 2 },
  { id: 3, wh: 'WH 7', qty: 9 },
  { id: 4, wh: null, qty: 7 },
]

const drawn = vi.fn<(id: number) => void>()
const opened = vi.fn<(row: object) => void>()
const copied = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  vi.clearAllMocks()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
})

const columns = (() => {
  const c = columnKit<Shelf>()
  return [
    c.text('id', 'ID'),
    c.text('wh', 'WH'),
    c.quantity('qty', 'Quantity'),
    c.custom({
      id: 'own',
      title: 'Own',
      value: ({ id }) => id,
      cell: ({ id }) => {
        drawn(id)
        return `own ${String(id)}`
      },
    }),
  ]
})()

function contentOf(rows: readonly Shelf[]) {
  return {
    rows,
    columns: columns as never,
    index: indexRows<object>(rows, columns as never),
    keyOf: (row: object) => String(Reflect.get(row, 'id')),
  }
}

const content = contentOf(SHELVES)

/** A page with a table and something next to it. */
function Page() {
  const [view, setView] = useState<View>(() => viewOf({}))
  const [shown, setShown] = useState(content)
  const [count, setCount] = useState(0)
  return (
    <MantineProvider theme={theme}>
      <Notifications />
      <button type="button" onClick={() => setCount(count + 1)}>
        Beside {count}
      </button>
      <button
        type="button"
        onClick={() => setShown(contentOf([{ id: 0, wh: 'New', qty: 1 }, ...SHELVES]))}
      >
        Refresh
      </button>
      <DataTable name="Shelves" content={shown} view={view} onView={setView} onRow={opened} />
    </MantineProvider>
  )
}

function open() {
  render(<Page />)
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied)
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
  return {
    user,
    press,
    menu: async (title: string) => {
      await press(`${title}: sort, filter, arrange`)
      return within(await screen.findByRole('dialog', { name: title }))
    },
    check: (name: string) => user.click(screen.getByRole('checkbox', { name })),
  }
}

test('changes next to a table do not render any of it again', async () => {
  const { press } = open()
  expect(drawn).toHaveBeenCalledTimes(SHELVES.length)
  await press('Beside 0')
  await press('Beside 1')
  expect(drawn).toHaveBeenCalledTimes(SHELVES.length)
})

describe('the menu of a column', () => {
  test('the menu filters by the occurring values with their counts, and a chip shows and removes the filter', async () => {
    const { user, menu, press } = open()
    const column7 = await menu('WH')
    await user.click(column7.getByRole('checkbox', { name: 'WH 7 2' }))
    expect(column('ID')).toEqual(['1', '3'])
    await user.type(column7.getByPlaceholderText('Filter...'), 'aisle')
    expect(cells()).toEqual([])
    await user.keyboard('{Escape}')
    await press('WH: contains "aisle", WH 7. Remove the filter of WH')
    expect(column('ID')).toEqual(['1', '2', '3', '4'])
  })

  test.each([
    ['on a touch screen its title takes the focus, so that no keyboard comes up', true, 'WH'],
    ['with a mouse its filter takes the focus', false, 'Filter... WH'],
  ])('%s', async (_, isTouch, focused) => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), {
        matches: media.includes('min-width') || (isTouch && media === '(pointer: coarse)'),
        media,
        onchange: null,
      } as MediaQueryList),
    )
    const { menu } = open()
    await menu('WH')
    const dialog = screen.getByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    const { ariaLabel, textContent } = document.activeElement ?? {}
    expect(ariaLabel ?? textContent).toBe(focused)
  })

  test('the menu filters numbers by a range, and empty cells', async () => {
    const { user, menu, press } = open()
    const quantity = await menu('Quantity')
    await user.type(quantity.getByLabelText('From'), '5')
    await user.type(quantity.getByLabelText('To'), '7.5')
    expect(column('ID')).toEqual(['1', '4'])
    await user.keyboard('{Escape}')
    const wh = await menu('WH')
    await user.click(wh.getByRole('radio', { name: 'Empty (1)' }))
    expect(column('ID')).toEqual(['4'])
    await user.keyboard('{Escape}')
    await press('Reset')
    expect(column('ID')).toHaveLength(4)
  })

  test('clearing the filter of a column empties its fields too, and the keyboard stays in the menu', async () => {
    const { user, menu } = open()
    const quantity = await menu('Quantity')
    await user.type(quantity.getByLabelText('From'), '5')
    quantity.getByRole('button', { name: 'Clear filter' }).focus()
    await user.keyboard('{Enter}')
    expect(column('ID')).toHaveLength(4)
    expect(quantity.getByLabelText<HTMLInputElement>('From').value).toBe('')
    await user.type(quantity.getByLabelText('To'), '7.5')
    expect(column('ID')).toEqual(['1', '2', '4'])
    quantity.getByRole('button', { name: 'Clear filter' }).focus()
    await user.keyboard('{Enter}')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the menu sorts, moves, resizes and hides without a drag, and restores the focus', async () => {
    const { user, menu } = open()
    const quantity = await menu('Quantity')
    await user.click(quantity.getByRole('button', { name: 'Sort descending' }))
    expect(column('ID')).toEqual(['3', '4', '1', '2'])
    await user.click(quantity.getByRole('button', { name: 'Move left' }))
    expect(heads()).toEqual(['ID', 'Quantity', 'WH', 'Own'])
    await user.click(quantity.getByRole('button', { name: 'Wider' }))
    const widths = () => [...document.querySelectorAll('col')].map(({ style }) => style.width)
    expect(widths()).toEqual(['44px', '230px', '250px', '230px', '230px'])
    await user.keyboard('{Escape}')
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe(
        'Quantity: sort, filter, arrange',
      ),
    )
    const wh = await menu('WH')
    await user.click(wh.getByRole('button', { name: 'Hide column' }))
    expect(heads()).toEqual(['ID', 'Quantity', 'Own'])
    await user.click(screen.getByRole('button', { name: '1 column hidden. Show all columns' }))
    expect(heads()).toEqual(['ID', 'Quantity', 'WH', 'Own'])
  })

  test('the menu offers only allowed widths, and a button at its limit keeps the focus', async () => {
    const { user, menu } = open()
    const quantity = await menu('Quantity')
    const button = (name: string) => quantity.getByRole('button', { name })
    const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
    expect([isOff('Narrower'), isOff('Wider')]).toEqual([false, false])
    for (let width = 230; width > 80; width -= 20) await user.click(button('Narrower'))
    expect([isOff('Narrower'), isOff('Wider')]).toEqual([true, false])
    for (let width = 80; width < 400; width += 20) await user.click(button('Wider'))
    expect([isOff('Narrower'), isOff('Wider')]).toEqual([false, true])
    expect(document.activeElement).toBe(button('Wider'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the menu copies the column of all matching rows', async () => {
    const { user, menu } = open()
    const quantity = await menu('Quantity')
    await user.click(quantity.getByRole('button', { name: 'Copy column' }))
    await waitFor(() => expect(copied).toHaveBeenCalledWith('5.5\n2\n9\n7'))
  })
})

test('a header that is dragged onto another takes its place', () => {
  open()
  const [, wh, , own] = columnHeads()
  const kept = new Map<string, string>()
  const dataTransfer = {
    setData: (type: string, data: string) => kept.set(type, data),
    getData: (type: string) => kept.get(type) ?? '',
    get types() {
      return [...kept.keys()]
    },
  }
  if (!wh || !own) throw new Error('no heads')
  fireEvent.dragStart(own, { dataTransfer })
  fireEvent.dragOver(wh, { dataTransfer })
  fireEvent.drop(wh, { dataTransfer })
  expect(heads()).toEqual(['ID', 'Own', 'WH', 'Quantity'])
})

describe('rows', () => {
  test('rows open by a press anywhere and by the button of their name, not by their checkbox', async () => {
    const { user, press, check } = open()
    await user.click(screen.getByText('Aisle 7'))
    expect(opened).toHaveBeenLastCalledWith(SHELVES[1])
    screen.getByRole('button', { name: '3' }).focus()
    await user.keyboard('{Enter}')
    expect(opened).toHaveBeenLastCalledWith(SHELVES[2])
    await check('Select 1')
    expect(opened).toHaveBeenCalledTimes(2)
    await press('Clear selection')
  })

  test('rows are selected one at a time, as a range with Shift, and by page, and can be copied', async () => {
    const { user, press, check } = open()
    await check('Select 2')
    await user.keyboard('{Shift>}')
    await check('Select 4')
    await user.keyboard('{/Shift}')
    expect(screen.getByText('3 selected')).toBeDefined()
    await press('Copy')
    await user.click(await screen.findByText('Copy rows'))
    await waitFor(() =>
      expect(copied).toHaveBeenCalledWith('2\tAisle 7\t2\t2\n3\tWH 7\t9\t3\n4\t\t7\t4'),
    )
    await check('Select the rows on this page')
    expect(screen.getByText('4 selected')).toBeDefined()
    await press('Clear selection')
    expect(screen.queryByText(/selected/)).toBeNull()
  })

  test('a long press selects a row, and the next one a range; a moving finger scrolls', () => {
    open()
    vi.useFakeTimers()
    const hold = (text: string, moved = 0): void => {
      const row = screen.getAllByText(text)[0] ?? document.body
      const at = { pointerType: 'touch', clientX: 50, clientY: 50 }
      fireEvent.pointerDown(row, at)
      fireEvent.pointerMove(row, { ...at, clientY: 50 + moved })
      act(() => void vi.advanceTimersByTime(600))
      fireEvent.pointerUp(row, at)
      fireEvent.click(row)
    }
    hold('own 2')
    hold('own 4', 40)
    expect(screen.getByText('1 selected')).toBeDefined()
    expect(opened).toHaveBeenCalledTimes(1)
    hold('own 3')
    expect(screen.getByText('2 selected')).toBeDefined()
    expect(opened).toHaveBeenCalledTimes(1)
  })

  test('rows keep their selection and focus when others arrive', async () => {
    const { press, check } = open()
    await check('Select 3')
    const name = screen.getByRole('button', { name: '3' })
    name.focus()
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(column('ID')).toEqual(['0', '1', '2', '3', '4'])
    expect(document.activeElement).toBe(name)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select 3' }).checked).toBe(true)
    await press('Clear selection')
  })
})

test('a slash focuses the search, except in a field', async () => {
  const { user } = open()
  await user.keyboard('/')
  const field = screen.getByLabelText<HTMLInputElement>('Search all columns')
  expect(document.activeElement).toBe(field)
  await user.keyboard('7/')
  expect(field.value).toBe('7/')
  await user.keyboard('{Backspace}')
  expect(column('ID')).toEqual(['1', '2', '3', '4'])
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    '7',
    '7',
    '7',
    '7',
  ])
  await user.keyboard('{Escape}')
  expect(document.querySelectorAll('mark')).toHaveLength(0)
})

test('a table with all columns hidden says so, downloads nothing and can show them again', async () => {
  const made = vi.fn<typeof URL.createObjectURL>()
  URL.createObjectURL = made
  const { user, press } = open()
  await press('Show/Hide columns')
  for (const title of ['ID', 'WH', 'Quantity', 'Own'])
    await user.click(screen.getByRole('checkbox', { name: title, hidden: true }))
  await user.keyboard('{Escape}')
  expect(screen.getByText('All columns are hidden.')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  await press('Download')
  const dialog = within(await screen.findByRole('dialog', { name: 'Download Shelves' }))
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  expect(
    dialog.getByText('Please make at least one column visible before downloading'),
  ).toBeDefined()
  // Neither under way nor made.
  expect(dialog.queryByRole('progressbar')).toBeNull()
  expect(made).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await press('Show all columns')
  expect(heads()).toEqual(['ID', 'WH', 'Quantity', 'Own'])
})
