/** The texts of ERP Setup. */
export const erpSetupTexts = {
  erpTitle: 'ERP Configuration',
  setUp: 'Setup',
  backToDashboard: 'Back to the dashboard',
  settingUp: 'Setting up...',
  erpDatabase: 'Database',
  erpAccount: 'Account',
  erpKeys: 'Keys',
  erpAddress: 'Address',
  erpIsSet: 'Saved. Leave blank to keep.',
  databaseLater: 'Takes effect after a server restart.',
  showOrHide: (label: string) => `Show or hide ${label}`,
  testConnection: 'Test connection',
  testing: 'Testing...',
  testResult: 'Connection test',
  erpStatusFailed: "Couldn't load the saved settings. Retry, or fill in every field.",
  erpSaved: 'ERP configuration saved successfully.',
} as const
