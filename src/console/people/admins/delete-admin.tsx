/** Delete Admin. Deleting one's own account ends the session 2 seconds after the message (specification.md sections 4 and 8). */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { REDIRECT_AFTER_MS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import type { Admin } from '#contract/records/people.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { refetchList } from '#console/data/collections/refetch-list.ts'
import { DeleteDialog } from '#console/people/delete-dialog.tsx'
import { refreshIfGone } from '#console/people/row-is-gone.ts'
import {
  announceEnd,
  endSession,
  isAnothersTurn,
  isCurrentToken,
  isSameAdmin,
  readSession,
} from '#console/session/session.ts'
import { notifySuccess } from '#console/ui/notify.tsx'

interface DeleteAdminProps {
  readonly admin: Admin
  readonly onDeleting: (admin: Admin | null) => void
  readonly onClose: () => void
}

export function DeleteAdmin({ admin, onDeleting, onClose }: DeleteAdminProps) {
  const client = useQueryClient()
  const { username } = admin
  const [isOwn] = useState(() => isSameAdmin(username, readSession().username ?? ''))
  const [isGone, setGone] = useState(false)
  const remove = async (): Promise<void> => {
    const { username: by } = readSession()
    onDeleting(admin)
    try {
      await call(endpoints.deleteAdmin, { params: { username } })
    } catch (thrown) {
      refreshIfGone(client, 'admins', thrown)
      throw thrown
    } finally {
      onDeleting(null)
    }
    // Another admin who is signed in by now did not delete anything, and must stay signed in.
    if (isAnothersTurn(by)) return
    if (isOwn) {
      setGone(true)
      leaveSoon()
      return
    }
    notifySuccess(peopleTexts.adminDeleted)
    void refetchList(client, 'admins')
    onClose()
  }
  return (
    <DeleteDialog
      question={peopleTexts.confirmAdminDelete(username)}
      warning={isOwn ? peopleTexts.confirmOwnDelete : null}
      done={isGone ? peopleTexts.ownAccountDeleted : null}
      onYes={remove}
      why={(thrown) => explain(faultFacts(thrown), faults.deleteAdmin)}
      onClose={onClose}
    />
  )
}

/** The server has ended the session with the account; here it ends once the message was read. */
function leaveSoon(): void {
  const { token } = readSession()
  announceEnd()
  setTimeout(() => {
    if (isCurrentToken(token)) endSession('logout')
  }, REDIRECT_AFTER_MS)
}
