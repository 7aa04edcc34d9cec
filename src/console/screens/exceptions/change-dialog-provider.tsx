/**
 * The dialog of an action that needs words. It belongs to the screen, because what opened it may leave while a person
 * types: a selection or the page of a record goes as soon as somebody else resolves the case.
 */
import { createContext, useContext, type ReactNode } from 'react'
import {
  type Asked,
  type PendingChange,
  CHANGE_DRAFT,
  ChangeDialog,
} from '#console/screens/exceptions/change-dialog.tsx'
import { pinTarget, type Target } from '#console/screens/exceptions/submit-change.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { useDraftState } from '#console/ui/forms/draft-state.ts'

interface ChangeDialogs {
  readonly ask: (asked: Asked, target: Target) => void
  /** Whether a dialog is open. */
  readonly isAsking: boolean
}

const Context = createContext<ChangeDialogs>({ ask: () => undefined, isAsking: false })

/** Opens the dialog for what is inside it. An open one survives a lock. */
export function ChangeDialogProvider({ children }: { readonly children: ReactNode }) {
  const [pending, setPending] = useDraftState<PendingChange | null>(CHANGE_DRAFT, null)
  const ask = useStableCallback((asked: Asked, target: Target) =>
    setPending({ asked, pinned: pinTarget(asked, target) }),
  )
  return (
    <Context value={{ ask, isAsking: pending !== null }}>
      {children}
      {pending && <ChangeDialog pending={pending} onPending={setPending} />}
    </Context>
  )
}

export function useChangeDialog(): ChangeDialogs {
  return useContext(Context)
}
