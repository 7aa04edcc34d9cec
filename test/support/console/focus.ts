import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits until a button has the focus. */
export async function hasFocus(name: string): Promise<void> {
  const button = screen.getByRole('button', { name })
  await waitFor(() => expect(document.activeElement).toBe(button))
}
