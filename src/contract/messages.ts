/** Every sentence the product says on success, in confirmations and where there is nothing to show. */
import { ERP_NAME, PRODUCT_NAME } from '#contract/constants.ts'

export const messages = {
  // Signing in
  signIn: 'Sign In',
  togglePassword: 'Show or hide the password',
  forgotPassword: 'Forgot Password?',
  toggleConfirmation: 'Show or hide the confirmation',
  forgotPasswordTitle: 'Forgot Password',
  forgotPasswordHint:
    'We send a link to the email of your account, by which you set a new password.',
  sendResetMail: 'Send reset email',
  registerLink: 'Register as a new admin',
  registerTitle: 'Register',
  register: 'Register',
  asSuperAdmin: 'Add as a Super Admin',
  welcomeTitle: `Welcome to ${PRODUCT_NAME}`,
  welcomeText: (username: string) =>
    `The account ${username} is ready. Sign in and set up your second factor.`,
  continueToLogin: 'Continue to Login',
  resetTitle: 'Reset Password',
  backToLogin: 'Back to Login',
  twoFactorTitle: 'Two-factor authentication',
  twoFactorHint: 'Enter the 6-digit code that your authenticator shows.',
  twoFactorCode: 'Authenticator code',
  verify: 'Verify',
  setupTitle: 'Set up two-factor authentication',
  setupHint: 'Every account needs a second factor. It takes an authenticator app and a minute.',
  setupDialogTitle: 'Connect your authenticator',
  setupScan: 'Scan the code with another device, or open it in an authenticator on this one.',
  setupQrCode: 'QR code for your authenticator',
  setupNoQrCode: 'The QR code could not be shown. Use the secret instead.',
  setupSecret: 'Or type this secret into your authenticator:',
  setupAsking: 'Preparing your authenticator setup...',
  setupOpen: 'The setup is not finished. Retry it when you are ready.',
  verificationCode: 'Verification code',
  retrySetup: 'Retry Setup',
  skipSetup: 'Skip for now',
  openAuthenticator: 'Open in authenticator',
  copySecret: 'Copy secret',
  copied: 'The secret is copied.',
  copyByHand: 'This device does not let the page copy. The secret is selected: copy it by hand.',
  cancel: 'Cancel',
  transition: 'Loading your workspace...',
  resetMailSent: 'If an account exists, a reset email has been sent.',
  resetDone: 'Password reset successfully. You will be redirected to the login page.',
  registered: 'Registration successful. Please log in.',
  twoFactorNeeded: 'A second factor is needed before any data can be shown. Please set it up now.',
  sessionEnding: 'Your session is about to expire. Would you like to extend it?',
  extendSession: 'Yes, Extend Session',
  endSession: 'No, Log Out',

  sessionEndingTitle: 'Session ending',

  // Shell
  changePassword: 'Change Password',
  logout: 'Logout',
  skipToContent: 'Skip to the content',
  lightScheme: 'Light colours',
  darkScheme: 'Dark colours',
  screenBroken: 'This screen could not be shown.',
  greeting: (username: string) => `Hi, ${username}`,
  confirmLogout: 'Confirm Logout',
  confirmLogoutText: 'Are you sure you want to logout?',
  welcome: 'Welcome to the Admin Portal',
  noFeatures: 'No features available for your account.',
  loadingFeatures: 'Loading features...',

  // Lists
  emptyResult: 'No data exists matching your search.',
  searchAll: 'Search all columns',
  filter: 'Filter...',
  syncWith: `Sync with ${ERP_NAME}`,
  syncFrom: `Sync from ${ERP_NAME}`,
  addBin: 'Add Bin',
  soon: 'Feature Available Soon',
  refresh: 'Refresh',
  retry: 'Retry',
  refreshed: 'Data refreshed successfully',
  synced: (title: string) => `${title} synced successfully`,
  syncedArea: (area: string) => `Successfully synced ${area} from ${ERP_NAME}`,
  syncedAll: 'All sync operations completed successfully',

  // Dialogs without content
  noDetails: 'No details available.',
  noBins: 'No bins data available.',
  noItems: 'No item data available.',
  noErpResponse: `No ${ERP_NAME} response data available.`,
  noItemDetails: 'No item details available.',
  noData: 'No Data',

  // Admins
  adminCreated: 'Admin created successfully!',
  adminUpdated: 'Admin profile updated successfully',
  adminDeleted: 'Admin deleted successfully',
  ownAccountDeleted:
    'Your admin account has been deleted. You will be redirected to the login page.',
  passwordChanged: 'Password changed successfully!',

  // Mobile users
  userCreated: 'User created successfully!',
  userUpdated: 'User updated successfully!',
  userDeleted: 'User deleted successfully!',
  userPasswordUpdated: 'Password updated successfully!',
  confirmUserDelete: (userid: string) => `Are you sure you want to delete user ${userid}?`,

  // ERP setup
  erpTitle: 'ERP Configuration',
  setUp: 'Setup',
  backToDashboard: 'Back to the dashboard',
  settingUp: 'Setting up...',
  erpSaved: 'ERP configuration saved successfully.',

  // On the device
  offline: 'Offline: showing what this device has kept.',
  offlineReason: 'This needs a connection to the server.',
  rowsKept: 'The rows below are the last ones received.',
  lastAttempt: 'Last attempt',
  noConnection: 'no connection to the server',
  loading: 'Loading',
  syncing: 'Syncing...',
  newVersion: 'A new version is available',
  reload: 'Reload',
  partMissing: 'This part of the console has not arrived. Please check the connection.',
  storageRemoved:
    'This device has removed the rows it kept for working offline. They are being fetched again.',
  installTitle: `Install ${PRODUCT_NAME} on this tablet`,
  installByShare:
    "Tap Share, then 'Add to Home Screen'. The app opens full screen and without a network. It has a sign-in of its own.",
  installByMenu:
    "Open the menu of the browser and tap 'Install app' or 'Add to Home screen'. The app opens full screen and without a network.",
  install: 'Install',
  notNow: 'Not now',
  cacheUnavailable:
    'This device cannot keep data for working offline. Everything else works as usual.',
} as const
