/** Every sentence the product says on success, in confirmations and where there is nothing to show. */
import { ERP_NAME } from '#contract/constants.ts'

export const messages = {
  // Signing in
  transition: 'Loading your workspace...',
  resetMailSent: 'If an account exists, a reset email has been sent.',
  resetDone: 'Password reset successfully. You will be redirected to the login page.',
  registered: 'Registration successful. Please log in.',
  twoFactorNeeded: 'A second factor is needed before any data can be shown. Please set it up now.',
  sessionEnding: 'Your session is about to expire. Would you like to extend it?',
  extendSession: 'Yes, Extend Session',
  endSession: 'No, Log Out',

  // Shell
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
  soon: 'Feature Available Soon',
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
  settingUp: 'Setting up...',
  erpSaved: 'ERP configuration saved successfully.',

  // On the device
  offline: 'Offline',
  newVersion: 'A new version is available',
  reload: 'Reload',
  cacheUnavailable:
    'This device cannot keep data for working offline. Everything else works as usual.',
} as const
