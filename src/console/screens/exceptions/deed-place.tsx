/**
 * The dialog of an action that needs words. It belongs to the screen, because what opened it may leave while a person
 * types: a selection or the page of a record goes as soon as somebody else resolves the case.
 */
import { createContext, useContext, type ReactNode } from 'react'
import {
  type Asked,
  type AskedDeed,
  DEED_DRAFT,
  DeedDialog,
} from '#console/screens/exceptions/deed-dialog.tsx'
import { meantBy, type Target } from '#console/screens/exceptions/do-deed.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { useDraftState } from '#console/ui/forms/draft-state.ts'

interface Deeds {
  readonly ask: (asked: Asked, target: Target) => void
  /** Whether a dialog is open. */
  readonly isAsking: boolean
}

const Context = createContext<Deeds>({ ask: () => undefined, isAsking: false })

/** Opens the dialog for what is inside it. An open one survives a lock. */
export function DeedPlace({ children }: { readonly children: ReactNode }) {
  const [deed, setDeed] = useDraftState<AskedDeed | null>(DEED_DRAFT, null)
  const ask = useStableCallback((asked: Asked, target: Target) =>
    setDeed({ asked, meant: meantBy(asked, target) }),
  )
  return (
    <Context value={{ ask, isAsking: deed !== null }}>
      {children}
      {deed && <DeedDialog deed={deed} onDeed={setDeed} />}
    </Context>
  )
}

export function useDeeds(): Deeds {
  return useContext(Context)
}
