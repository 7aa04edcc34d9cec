/** The actions of the Admins screen and the container of its dialogs. */
import type { PropsWithChildren } from 'react'
import { IconShieldLock } from '@tabler/icons-react'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import type { Admin } from '#contract/records/people.ts'
import { useOffers } from '#console/data/api/config.ts'
import { CreateButton, EditAndDelete } from '#console/people/person-buttons.tsx'
import { RowAction, RowActions } from '#console/people/row-action.tsx'
import { rowDialogs } from '#console/people/row-dialogs.tsx'
import { lazyDialog } from '#console/ui/lazy/lazy-dialog.tsx'

const { Place, useDialogs } = rowDialogs<Admin>('admins')
const AdminDialog = lazyDialog(() =>
  import('#console/people/admins/admin-dialog.tsx').then((m) => m.AdminDialog),
)

export function AdminDialogs({ children }: PropsWithChildren) {
  return <Place dialog={AdminDialog}>{children}</Place>
}

export function CreateAdmin() {
  const { open } = useDialogs()
  return <CreateButton label={peopleTexts.createAdmin} onOpen={open} />
}

export function AdminActions({ admin }: { readonly admin: Admin }) {
  const { open, deleting } = useDialogs()
  const offered = useOffers().includes('second-factor')
  return (
    <RowActions>
      {offered && (
        <RowAction
          name={securityTexts.secondFactor}
          icon={<IconShieldLock size={18} aria-hidden />}
          onPress={() => open({ kind: 'factor', row: admin })}
        />
      )}
      <EditAndDelete row={admin} isDeleting={deleting?.username === admin.username} onOpen={open} />
    </RowActions>
  )
}
