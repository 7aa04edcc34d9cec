/** Setting up a second factor on the device itself. */
import { describe, expect, it } from 'vitest'
import { presentCode, newAccountWithoutFactor } from '#test/browser/support/accounts.ts'
import { giveCode, givePassword, openWindow } from '#test/browser/support/browser.ts'

describe('an admin without a second factor', () => {
  it('an admin sets up the second factor from the secret and lands on the dashboard', async () => {
    const account = await newAccountWithoutFactor({ features: ['locations'] })
    const { page } = await openWindow('/login')
    await givePassword(page, account)
    await page.waitForURL('**/2fa-setup')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: 'QR code for your authenticator' }).waitFor()
    const link = dialog.getByRole('link', { name: 'Open in authenticator' })
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.protocol).toBe('otpauth:')
    const secret = address.searchParams.get('secret') ?? ''
    expect(await dialog.getByText(secret, { exact: true }).count()).toBe(1)

    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)

    await dialog.getByRole('button', { name: 'Verify' }).click()
    await dialog.getByText('Please enter the verification code.').waitFor()
    await giveCode(page, presentCode(secret), 'Verification code')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await page.getByLabel('I have saved them').check()
    // It shows for two seconds, so the page itself watches for it, however busy the machine is.
    await Promise.all([
      page.waitForFunction(() => document.body.innerText.includes('Loading your workspace...')),
      page.getByRole('button', { name: 'Continue' }).click(),
    ])
    await page.waitForURL('**/dashboard')
    await page.getByText(`Hi, ${account.username}`).waitFor()
  })
})
