/** The open dialog of the Admins screen. */
import type { Admin } from '#contract/records/people.ts'
import { AdminForm } from '#console/people/admins/admin-form.tsx'
import { DeleteAdmin } from '#console/people/admins/delete-admin.tsx'
import { SecondFactorDialog } from '#console/people/admins/second-factor-dialog.tsx'
import type { DialogProps } from '#console/people/row-dialogs.tsx'

export function AdminDialog({ opened, onOpen, onDeleting, onClose }: DialogProps<Admin>) {
  const onPresent = (row: Admin): void => onOpen({ kind: 'edit', row })
  if (opened.kind === 'create') return <AdminForm onPresent={onPresent} onClose={onClose} />
  const { kind, row } = opened
  if (kind === 'delete')
    return <DeleteAdmin admin={row} onDeleting={onDeleting} onClose={onClose} />
  if (kind === 'factor') return <SecondFactorDialog admin={row} onClose={onClose} />
  return <AdminForm key={row.row_version} admin={row} onPresent={onPresent} onClose={onClose} />
}
