/** What can be done on the Admins screen, and the place of its dialogs. */
import { lazy, type PropsWithChildren } from 'react'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { messages } from '#contract/messages.ts'
import type { Admin } from '#contract/records/people.ts'
import { RowAction, RowActions } from '#console/people/row-action.tsx'
import { rowDialogs } from '#console/people/row-dialogs.tsx'
import { ConnectedButton } from '#console/ui/connected-button.tsx'

const { Place, useDialogs } = rowDialogs<Admin>('admins')
const AdminDialog = lazy(async () => {
  const { AdminDialog: dialog } = await import('#console/people/admin-dialog.tsx')
  return { default: dialog }
})

export function AdminDialogs({ children }: PropsWithChildren) {
  return <Place dialog={AdminDialog}>{children}</Place>
}

export function CreateAdmin() {
  const { open } = useDialogs()
  return (
    <ConnectedButton
      label={messages.createAdmin}
      variant="filled"
      busy={false}
      icon={<IconPlus size={18} aria-hidden />}
      onClick={() => open({ kind: 'create' })}
    />
  )
}

export function AdminActions({ admin }: { readonly admin: Admin }) {
  const { open, deleting } = useDialogs()
  return (
    <RowActions>
      <RowAction
        name={messages.edit}
        icon={<IconPencil size={18} aria-hidden />}
        onPress={() => open({ kind: 'edit', row: admin })}
      />
      <RowAction
        name={messages.delete}
        icon={<IconTrash size={18} aria-hidden />}
        busy={deleting?.username === admin.username}
        onPress={() => open({ kind: 'delete', row: admin })}
      />
    </RowActions>
  )
}
