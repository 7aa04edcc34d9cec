import { screen } from '@testing-library/react'

/** Why a button that writes waits, or null where it does not. */
export function waiting(name: string): string | null {
  const button = screen.getByRole('button', { name })
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  return button.getAttribute('aria-disabled') === 'true' ? (reason?.textContent ?? '') : null
}
