import { listTexts } from '#contract/texts/list-texts.ts'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { isYes } from '#contract/access.ts'
import { RESERVED_MOBILE_USER } from '#contract/constants.ts'
import { VERSION_FIELD } from '#contract/records/people.ts'
import { listScreen } from '#console/list/list-screen.ts'
import {
  AddUser,
  MobileUserActions,
  MobileUserDialogs,
} from '#console/people/mobile-users/mobile-user-actions.tsx'
import { enabledFeatures } from '#console/rows/features.ts'

/** The users of the mobile app, without the reserved one (specification.md section 2). */
export const wmsAiUsers = listScreen({
  path: '/wms-ai-users',
  title: screenTitles.wmsMobileUsers,
  icon: 'device-mobile',
  group: 'User Management',
  collection: 'wmsAiUsers',
  rows: (users) => users.filter((user) => user.userid !== RESERVED_MOBILE_USER),
  leading: ['name', 'userid', 'location', 'actions'],
  columns: (c, rows) => {
    const known = [
      c.text('name', fieldTitles.name),
      c.text('userid', fieldTitles.userId),
      c.text('location', fieldTitles.location),
      c.custom({
        id: 'multi_location_enable',
        title: fieldTitles.multiLocationUser,
        value: (user) => (isYes(user.multi_location_enable) ? listTexts.yes : listTexts.no),
      }),
      c.custom({
        id: 'features',
        title: fieldTitles.features,
        value: (user) => enabledFeatures(user.features),
      }),
      c.actions(3, (user) => <MobileUserActions user={user} />),
      c.date('created_at', fieldTitles.createdAt),
    ]
    const others = c.rest(rows, known).filter(({ id }) => id !== VERSION_FIELD)
    return [...known, ...others]
  },
  actions: () => <AddUser />,
  wrapper: MobileUserDialogs,
})
