/** The texts of admins and mobile users. */
import { ERP_NAME } from '#contract/constants.ts'

export const peopleTexts = {
  createAdmin: 'Create Admin',
  editAdmin: 'Edit Admin',
  edit: 'Edit',
  delete: 'Delete',
  confirmDelete: 'Confirm Delete',
  confirmAdminDelete: (username: string) => `Are you sure you want to delete admin ${username}?`,
  confirmOwnDelete: 'This is your own account. You will be signed out.',
  losesSuperAdmin: 'This is your own account. Saving will sign you out.',
  adminCreated: 'Admin created successfully!',
  adminUpdated: 'Admin profile updated successfully',
  adminDeleted: 'Admin deleted successfully',
  ownAccountDeleted:
    'Your admin account has been deleted. You will be redirected to the login page.',
  passwordChanged: 'Password changed successfully!',
  addUser: 'Add User',
  createUserTitle: 'Create WMS User',
  editUserTitle: 'Edit WMS User',
  updatePassword: 'Update Password',
  newPasswordOf: (userid: string) => `A new password for user ${userid}.`,
  unknownLocation: `Not a ${ERP_NAME} location.`,
  multiLocation: 'Enable Multi-Location Access',
  userCreated: 'User created successfully!',
  userUpdated: 'User updated successfully!',
  userDeleted: 'User deleted successfully!',
  userPasswordUpdated: 'Password updated successfully!',
  confirmUserDelete: (userid: string) => `Are you sure you want to delete user ${userid}?`,
} as const
