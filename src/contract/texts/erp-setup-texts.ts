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
  erpIsSet: 'Set. Leave blank to keep it.',
  databaseLater: 'Used from the next start of the server on.',
  showOrHide: (label: string) => `Show or hide ${label}`,
  testConnection: 'Test connection',
  testing: 'Testing...',
  testResult: 'Connection test',
  erpStatusFailed: 'What is already set could not be loaded. Retry, or fill in every field.',
  erpSaved: 'ERP configuration saved successfully.',
} as const
