/** The steps of a sign-in as a person takes them. */
import { screen } from '@testing-library/react'
import type { Person } from '#test/support/people.ts'
import type { RenderedConsole } from '#test/support/console/render.tsx'

/** Types name and password at the login. */
export async function giveFirstFactor(
  { fill, press }: RenderedConsole,
  { username, password }: Pick<Person, 'username' | 'password'>,
): Promise<void> {
  await fill('Username', username)
  await fill('Password', password)
  await press('Sign In')
}

/** Types a code into the labelled field. */
export async function giveCode(page: RenderedConsole, label: string, code: string): Promise<void> {
  await page.fill(label, code)
  await page.press('Verify')
}

/** Resolves with the transition screen. */
export async function enters(): Promise<void> {
  await screen.findByText('Loading your workspace...')
}

/** Says that the recovery codes are saved, which come after a set-up on our own server. */
export async function saveRecoveryCodes(page: RenderedConsole): Promise<void> {
  await page.user.click(await screen.findByLabelText('I have saved them'))
  await page.press('Continue')
}
