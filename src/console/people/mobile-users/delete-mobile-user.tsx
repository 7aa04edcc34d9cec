/** Confirm Delete of a mobile user. */
import { useQueryClient } from '@tanstack/react-query'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import type { MobileUser } from '#contract/records/people.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { refetchList } from '#console/data/collections/refetch-list.ts'
import { DeleteDialog } from '#console/people/delete-dialog.tsx'
import { refreshIfGone } from '#console/people/row-is-gone.ts'
import { isAnothersTurn, readSession } from '#console/session/session.ts'
import { notifySuccess } from '#console/ui/notify.tsx'

interface DeleteMobileUserProps {
  readonly user: MobileUser
  readonly onDeleting: (user: MobileUser | null) => void
  readonly onClose: () => void
}

export function DeleteMobileUser({ user, onDeleting, onClose }: DeleteMobileUserProps) {
  const client = useQueryClient()
  const { userid } = user
  const remove = async (): Promise<void> => {
    const { username: by } = readSession()
    onDeleting(user)
    try {
      await call(endpoints.deleteUser, { params: { userid } })
    } catch (thrown) {
      refreshIfGone(client, 'wmsAiUsers', thrown)
      throw thrown
    } finally {
      onDeleting(null)
    }
    if (isAnothersTurn(by)) return
    notifySuccess(peopleTexts.userDeleted)
    void refetchList(client, 'wmsAiUsers')
    onClose()
  }
  return (
    <DeleteDialog
      question={peopleTexts.confirmUserDelete(userid)}
      onYes={remove}
      why={(thrown) => explain(faultFacts(thrown), faults.deleteUser)}
      onClose={onClose}
    />
  )
}
