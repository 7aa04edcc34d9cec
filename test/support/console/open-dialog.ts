/** The form in the open dialog, as a person fills it in. */
import { screen, within } from '@testing-library/react'
import type { RenderedConsole } from '#test/support/console/render.tsx'

export interface OpenDialog {
  readonly element: HTMLElement
  /** The field with a label; the table behind may have a column of the same name. */
  readonly field: (label: string) => HTMLInputElement
  readonly value: (label: string) => string
  readonly fill: (label: string, text: string) => Promise<void>
  readonly toggle: (label: string) => Promise<void>
  readonly press: (name: string) => Promise<void>
  /** The error under a field, or null. */
  readonly message: (label: string) => string | null
  /** The message at the foot of the dialog. */
  readonly alert: () => Promise<string>
}

/** Waits for the dialog with a title. */
export async function openDialog(page: RenderedConsole, title: string): Promise<OpenDialog> {
  const element = await screen.findByRole('dialog', { name: title })
  const inside = within(element)
  const field = (label: string): HTMLInputElement => inside.getByLabelText(label)
  return {
    element,
    field,
    value: (label) => field(label).value,
    fill: async (label, text) => {
      await page.user.clear(field(label))
      if (text !== '') await page.user.paste(text)
    },
    toggle: (label) => page.user.click(field(label)),
    press: async (name) => page.user.click(inside.getByRole('button', { name })),
    message: (label) => {
      const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
      const error = ids.find((id) => id.endsWith('-error'))
      return error === undefined ? null : (document.getElementById(error)?.textContent ?? null)
    },
    alert: async () => (await inside.findByRole('alert')).textContent,
  }
}

/** Whether a dialog with a title is open. */
export function isOpen(title: string): boolean {
  return screen.queryByRole('dialog', { name: title }) !== null
}

/** Presses a button in the row that contains a text. */
export async function pressInRow(page: RenderedConsole, text: string, name: string): Promise<void> {
  const row = screen.getAllByRole('row').find((each) => each.textContent.includes(text))
  if (!row) throw new Error(`${text} is not in the list`)
  await page.user.click(within(row).getByRole('button', { name }))
}
