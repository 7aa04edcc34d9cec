/** What can be done on the WMS Mobile Users screen, and the place of its dialogs. */
import { lazy, type PropsWithChildren } from 'react'
import { IconKey, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { messages } from '#contract/messages.ts'
import type { MobileUser } from '#contract/records/people.ts'
import { RowAction, RowActions } from '#console/people/row-action.tsx'
import { rowDialogs } from '#console/people/row-dialogs.tsx'
import { ConnectedButton } from '#console/ui/connected-button.tsx'

const { Place, useDialogs } = rowDialogs<MobileUser>('mobile users')
const MobileUserDialog = lazy(async () => {
  const { MobileUserDialog: dialog } = await import('#console/people/mobile-user-dialog.tsx')
  return { default: dialog }
})

export function MobileUserDialogs({ children }: PropsWithChildren) {
  return <Place dialog={MobileUserDialog}>{children}</Place>
}

export function AddUser() {
  const { open } = useDialogs()
  return (
    <ConnectedButton
      label={messages.addUser}
      variant="filled"
      busy={false}
      icon={<IconPlus size={18} aria-hidden />}
      onClick={() => open({ kind: 'create' })}
    />
  )
}

export function MobileUserActions({ user }: { readonly user: MobileUser }) {
  const { open, deleting } = useDialogs()
  return (
    <RowActions>
      <RowAction
        name={messages.edit}
        icon={<IconPencil size={18} aria-hidden />}
        onPress={() => open({ kind: 'edit', row: user })}
      />
      <RowAction
        name={messages.delete}
        icon={<IconTrash size={18} aria-hidden />}
        busy={deleting?.userid === user.userid}
        onPress={() => open({ kind: 'delete', row: user })}
      />
      <RowAction
        name={messages.updatePassword}
        icon={<IconKey size={18} aria-hidden />}
        onPress={() => open({ kind: 'password', row: user })}
      />
    </RowActions>
  )
}
