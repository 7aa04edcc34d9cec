/** The open dialog of the WMS Mobile Users screen. */
import type { MobileUser } from '#contract/records/people.ts'
import { DeleteMobileUser } from '#console/people/mobile-users/delete-mobile-user.tsx'
import { MobilePasswordForm } from '#console/people/mobile-users/mobile-password-form.tsx'
import { MobileUserForm } from '#console/people/mobile-users/mobile-user-form.tsx'
import type { DialogProps } from '#console/people/row-dialogs.tsx'

export function MobileUserDialog(props: DialogProps<MobileUser>) {
  const { opened, onOpen, onDeleting, onClose } = props
  const onPresent = (row: MobileUser): void => onOpen({ kind: 'edit', row })
  if (opened.kind === 'create') return <MobileUserForm onPresent={onPresent} onClose={onClose} />
  const { kind, row } = opened
  if (kind === 'delete')
    return <DeleteMobileUser user={row} onDeleting={onDeleting} onClose={onClose} />
  if (kind === 'password') return <MobilePasswordForm user={row} onClose={onClose} />
  return <MobileUserForm key={row.row_version} user={row} onPresent={onPresent} onClose={onClose} />
}
