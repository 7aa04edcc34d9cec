import { screen } from '@testing-library/react'

/** The reason why a button that writes is disabled, or null when it is enabled. */
export function waiting(name: string): string | null {
  const button = screen.getByRole('button', { name })
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  return button.getAttribute('aria-disabled') === 'true' ? (reason?.textContent ?? '') : null
}
