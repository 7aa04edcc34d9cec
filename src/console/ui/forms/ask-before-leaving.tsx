/** Asks before a person leaves a form with changes: by a link, a step back, a reload or a closed tab. */
import { useState } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { ADMIN_FEATURES, type Principal } from '#contract/access.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { principalOf, readSession } from '#console/session/session.ts'
import { Confirm } from '#console/ui/confirm.tsx'

interface AskBeforeLeavingProps {
  readonly changed: boolean
}

export function AskBeforeLeaving({ changed }: AskBeforeLeavingProps) {
  const [before] = useState(presentRights)
  const { status, proceed, reset } = useBlocker({
    // No question after a lock or a lost right: the person may not stay here.
    shouldBlockFn: ({ current, next }) =>
      changed && current.pathname !== next.pathname && !hasLost(before, presentRights()),
    enableBeforeUnload: () => changed && readSession().token !== null,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return <AskToDiscard onDiscard={proceed} onKeep={reset} />
}

interface AskToDiscardProps {
  readonly onDiscard: () => void
  readonly onKeep: () => void
}

/** The question alone, for what closes a form without leaving its page. */
export function AskToDiscard({ onDiscard, onKeep }: AskToDiscardProps) {
  return (
    <Confirm
      title={formTexts.discardTitle}
      text={formTexts.discardText}
      yes={formTexts.discard}
      no={formTexts.keepEditing}
      focused="no"
      onYes={onDiscard}
      onCancel={onKeep}
    />
  )
}

function presentRights(): Principal | null {
  const session = readSession()
  return session.token === null ? null : principalOf(session)
}

/** Whether the person lost the session or a right. Gaining rights, or learning of them late, is no reason to skip the question. */
function hasLost(before: Principal | null, now: Principal | null): boolean {
  if (before === null || now === null) return true
  const lost = ADMIN_FEATURES.filter((flag) => before.features[flag] && !now.features[flag])
  return lost.length > 0 || (before.isSuperAdmin && !now.isSuperAdmin)
}
