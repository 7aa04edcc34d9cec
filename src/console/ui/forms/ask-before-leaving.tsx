/** Asks before a person leaves a form with changes: by a link, a step back, a reload or a closed tab. */
import { useState } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { formTexts } from '#contract/texts/form-texts.ts'
import { principalOf, readSession } from '#console/session/session.ts'
import { Confirm } from '#console/ui/confirm.tsx'

interface AskBeforeLeavingProps {
  readonly changed: boolean
}

export function AskBeforeLeaving({ changed }: AskBeforeLeavingProps) {
  const [rights] = useState(presentRights)
  const { status, proceed, reset } = useBlocker({
    // No question after a lock or a lost right: the person may not stay here.
    shouldBlockFn: ({ current, next }) =>
      changed && current.pathname !== next.pathname && presentRights() === rights,
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

/** The current rights as a text; null without a session. */
function presentRights(): string | null {
  const session = readSession()
  return session.token === null ? null : JSON.stringify(principalOf(session))
}
