import { listScreen } from '#console/list/list-screen.ts'
import { AdminActions, AdminDialogs, CreateAdmin } from '#console/people/admins/admin-actions.tsx'
import { enabledFeatures } from '#console/rows/features.ts'

/** The admins of this console, for super admins (specification.md section 2). */
export const admins = listScreen({
  path: '/admins',
  title: 'Admins',
  icon: 'user-shield',
  group: 'User Management',
  collection: 'admins',
  leading: ['username', 'company_name', 'actions'],
  columns: (c) => [
    c.text('username', 'Username'),
    c.text('company_name', 'Company Name'),
    c.text('company_email', 'Company Email'),
    c.actions(2, (admin) => <AdminActions admin={admin} />),
    c.date('created_at', 'Created At'),
    c.custom({
      id: 'features',
      title: 'Features',
      value: (admin) => enabledFeatures(admin.features),
    }),
  ],
  actions: () => <CreateAdmin />,
  wrapper: AdminDialogs,
})
