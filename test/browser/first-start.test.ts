/** From an empty folder to the first NetSuite rows, with no other help than what the screens say. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { firstStepsTexts } from '#contract/texts/first-steps-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { startTexts } from '#contract/texts/start-texts.ts'
import { presentCode } from '#test/browser/support/accounts.ts'
import { givePassword, openWindow } from '#test/browser/support/browser.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { startNetSuite } from '#test/netsuite/server.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { addressOf, startBuilt } from '#test/support/server/built-server.ts'

/** The registration asks for the list of admins first, which our server does not show to strangers. */
const mayComplain = /status of 401 .*\/master-admin-details/

it(
  'an operator gets from an empty folder to the first NetSuite rows by following the screens',
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dockside-first-'))
    onTestFinished(() => rm(folder, { recursive: true, maxRetries: 10 }))
    const warehouse = makeWarehouse({ bins: 40, items: 20, inventory: 30, salesOrders: 5 })
    const netsuite = await startNetSuite({ credentials: sandboxCredentials, warehouse })
    onTestFinished(() => netsuite.close())
    const server = startBuilt({ PORT: '0', DATA_DIR: folder, ERP_ALLOWED_HOSTS: netsuite.url })
    const address = await addressOf(server)
    const { page } = await openWindow('/', { address, mayComplain })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')

    await page.waitForURL('**/super-admin-register')
    const { username, password, company_name, company_email, phone_number } = NEWCOMER
    const person = {
      Username: username,
      'Company Name': company_name,
      'Company Email': company_email,
      'Phone Number': phone_number,
      Password: password,
      'Confirm Password': password,
    }
    for (const [label, value] of Object.entries(person))
      await page.getByLabel(label, { exact: true }).fill(value)
    expect(await page.getByLabel(signInTexts.asSuperAdmin).isChecked()).toBe(true)
    await press(signInTexts.register)
    await press(signInTexts.continueToLogin)
    await givePassword(page, NEWCOMER)
    const secret = /[A-Z2-7]{32}/.exec(await page.getByRole('dialog').innerText())?.[0] ?? ''
    // It submits itself.
    await page.getByLabel(signInTexts.verificationCode).fill(presentCode(secret))
    await page.getByLabel(secondFactorTexts.codesSaved).check()
    await press(secondFactorTexts.continue)

    await page.waitForURL('**/dashboard')
    await page.getByText(startTexts.notSetUp).first().waitFor()
    await page.getByRole('heading', { name: firstStepsTexts.title(0, 5) }).waitFor()
    await page.getByRole('link', { name: firstStepsTexts.steps.connection }).press('Enter')
    await page.getByText(readRulesTexts.choicesLater).waitFor()
    const { accountId, credentials, url } = netsuite
    const connection = {
      'ERP Account ID': accountId,
      'Consumer Key': credentials.consumerKey,
      'Consumer Secret': credentials.consumerSecret,
      'Token ID': credentials.tokenId,
      'Token Secret': credentials.tokenSecret,
      'Base URL': url,
    }
    for (const [label, value] of Object.entries(connection))
      await page.getByLabel(label, { exact: true }).fill(value)
    await press(erpSetupTexts.setUp)
    await page.getByRole('group', { name: readRulesTexts.locations }).waitFor()
    await press(erpSetupTexts.testConnection)
    await page.getByText(/^The connection works/).waitFor()

    // Saved input is no unsaved change, so the console does not ask whether to discard it.
    await page.getByRole('link', { name: erpSetupTexts.backToDashboard }).press('Enter')
    await page.getByRole('heading', { name: firstStepsTexts.title(1, 5) }).waitFor()
    await press(listTexts.syncFrom)
    await page.getByRole('heading', { name: firstStepsTexts.title(2, 5) }).waitFor()
    await page.getByRole('link', { name: /^Bins\s*40/ }).press('Enter')
    await page.locator('main [data-key]').first().waitFor()
    expect(await page.getByText(startTexts.notSetUp).count()).toBe(0)
  },
)
