/** The actions of the WMS Mobile Users screen and the container of its dialogs. */
import type { PropsWithChildren } from 'react'
import { IconKey } from '@tabler/icons-react'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import type { MobileUser } from '#contract/records/people.ts'
import { CreateButton, EditAndDelete } from '#console/people/person-buttons.tsx'
import { RowAction, RowActions } from '#console/people/row-action.tsx'
import { rowDialogs } from '#console/people/row-dialogs.tsx'
import { lazyDialog } from '#console/ui/lazy/lazy-dialog.tsx'

const { Place, useDialogs } = rowDialogs<MobileUser>('wmsAiUsers')
const MobileUserDialog = lazyDialog(() =>
  import('#console/people/mobile-users/mobile-user-dialog.tsx').then((m) => m.MobileUserDialog),
)

export function MobileUserDialogs({ children }: PropsWithChildren) {
  return <Place dialog={MobileUserDialog}>{children}</Place>
}

export function AddUser() {
  const { open } = useDialogs()
  return <CreateButton label={peopleTexts.addUser} onOpen={open} />
}

export function MobileUserActions({ user }: { readonly user: MobileUser }) {
  const { open, deleting } = useDialogs()
  return (
    <RowActions>
      <EditAndDelete row={user} isDeleting={deleting?.userid === user.userid} onOpen={open} />
      <RowAction
        name={peopleTexts.updatePassword}
        icon={<IconKey size={18} aria-hidden />}
        onPress={() => open({ kind: 'password', row: user })}
      />
    </RowActions>
  )
}
