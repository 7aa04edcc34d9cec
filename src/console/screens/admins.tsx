import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { Admin } from '#contract/records/people.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { AdminActions, AdminDialogs, CreateAdmin } from '#console/people/admins/admin-actions.tsx'
import { enabledFeatures } from '#console/rows/features.ts'

/** The admins of this console, for super admins (specification.md section 2). */
export const admins = listScreen({
  path: '/admins',
  title: screenTitles.admins,
  icon: 'user-shield',
  group: 'User Management',
  collection: 'admins',
  leading: ['username', 'company_name', 'actions'],
  columns: (c, rows) => {
    const known = [
      c.text('username', fieldTitles.username),
      c.text('company_name', fieldTitles.companyName),
      c.text('company_email', fieldTitles.companyEmail),
      c.actions(3, (admin) => <AdminActions admin={admin} />),
      c.date('created_at', fieldTitles.createdAt),
      c.custom({
        id: 'features',
        title: fieldTitles.features,
        // Only what is true is a right (decisions/console/rights.md).
        value: (admin) => enabledFeatures(admin.features, (flag) => flag === true),
      }),
    ]
    // The specification knows the other fields of an admin and leaves them out of this table.
    const unannounced = c.rest(rows, known).filter(({ id }) => !Object.hasOwn(Admin.shape, id))
    return [...known, ...unannounced]
  },
  actions: () => <CreateAdmin />,
  wrapper: AdminDialogs,
})
