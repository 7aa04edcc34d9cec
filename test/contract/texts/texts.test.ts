import { describe, expect, test } from 'vitest'
import { auditTexts } from '#contract/texts/audit-texts.ts'
import { dashboardTexts } from '#contract/texts/dashboard-texts.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'

/** The catalogues whose texts the specification fixes in part. */
const texts = {
  ...auditTexts,
  ...dashboardTexts,
  ...deviceTexts,
  ...erpSetupTexts,
  ...formTexts,
  ...listTexts,
  ...peopleTexts,
  ...recordTexts,
  ...shellTexts,
  ...signInTexts,
}

type Key = keyof typeof texts

/** Copied by hand from specification.md sections 2, 4 and 8, with {erp} as NetSuite (decisions/product/console-and-server.md). */
const specified = {
  signIn: 'Sign In',
  forgotPasswordTitle: 'Forgot Password',
  asSuperAdmin: 'Add as a Super Admin',
  continueToLogin: 'Continue to Login',
  backToLogin: 'Back to Login',
  retrySetup: 'Retry Setup',
  changePassword: 'Change Password',
  logout: 'Logout',
  erpTitle: 'ERP Configuration',
  setUp: 'Setup',
  transition: 'Loading your workspace...',
  resetMailSent: 'If an account exists, a reset email has been sent.',
  sessionEnding: 'Your session is about to expire. Would you like to extend it?',
  extendSession: 'Yes, Extend Session',
  endSession: 'No, Log Out',
  greeting: 'Hi, picker1',
  confirmLogout: 'Confirm Logout',
  confirmLogoutText: 'Are you sure you want to logout?',
  welcome: 'Welcome to the Admin Portal',
  noFeatures: 'No features available for your account.',
  loadingFeatures: 'Loading features...',
  emptyResult: 'No data exists matching your search.',
  searchAll: 'Search all columns',
  filter: 'Filter...',
  syncWith: 'Sync with NetSuite',
  syncFrom: 'Sync from NetSuite',
  addBin: 'Add Bin',
  soon: 'Feature Available Soon',
  refreshed: 'Data refreshed successfully',
  synced: 'picker1 synced successfully',
  syncedArea: 'Successfully synced picker1 from NetSuite',
  syncedAll: 'All sync operations completed successfully',
  noDetails: 'No details available.',
  noBins: 'No bins data available.',
  noItems: 'No item data available.',
  noErpResponse: 'No NetSuite response data available.',
  noItemDetails: 'No item details available.',
  noData: 'No Data',
  adminCreated: 'Admin created successfully!',
  adminUpdated: 'Admin profile updated successfully',
  adminDeleted: 'Admin deleted successfully',
  ownAccountDeleted:
    'Your admin account has been deleted. You will be redirected to the login page.',
  passwordChanged: 'Password changed successfully!',
  userCreated: 'User created successfully!',
  userPasswordUpdated: 'Password updated successfully!',
  confirmUserDelete: 'Are you sure you want to delete user picker1?',
  settingUp: 'Setting up...',
  // decisions/console/second-factor.md, decisions/console/offline.md
  openAuthenticator: 'Open in authenticator',
  copySecret: 'Copy secret',
  newVersion: 'A new version is available',
  reload: 'Reload',
} satisfies Partial<Record<Key, string>>

/** The specification asks for these messages and gives no words. */
const ours = (Object.keys(texts) as Key[]).filter((key) => !Object.hasOwn(specified, key))

function said(key: Key): string {
  const message: string | ((word: string) => string) = texts[key]
  return typeof message === 'string' ? message : message('picker1')
}

describe('the product says', () => {
  test.each(Object.entries(specified))('%s reads: %s', (key, sentence) => {
    expect(said(key as Key)).toBe(sentence)
  })

  test.each(ours)('%s is a complete message in our own words', (key) => {
    expect(said(key)).toMatch(/^[A-Za-z0-9]([^]*\S)?$/)
    expect(said(key)).not.toMatch(/\s{2}|undefined|\[object/)
    expect(Object.values(specified)).not.toContain(said(key))
  })
})
