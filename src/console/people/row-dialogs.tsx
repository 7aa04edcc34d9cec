/** The dialogs that an account list opens from its buttons and rows, one at a time; an open one survives a lock. */
import { createContext, useContext, useState, type ComponentType, type ReactNode } from 'react'
import type { PeopleCollection } from '#contract/collections.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { forgetDraftState, useDraftState } from '#console/ui/forms/draft-state.ts'

/** The open dialog and its row. */
export type Opened<R> =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'delete' | 'password' | 'factor'; readonly row: R }

/** The context for buttons and rows. */
interface Dialogs<R> {
  readonly open: (opened: Opened<R>) => void
  /** The row that is being deleted now. */
  readonly deleting: R | null
}

/** The props of an open dialog. */
export interface DialogProps<R> {
  readonly opened: Opened<R>
  readonly onOpen: (opened: Opened<R>) => void
  readonly onDeleting: (row: R | null) => void
  readonly onClose: () => void
}

interface PlaceProps<R> {
  /** Loaded when first opened. */
  readonly dialog: ComponentType<DialogProps<R>>
  readonly children: ReactNode
}

/** The name under which an open dialog of a list survives a lock. */
export function dialogDraft(collection: PeopleCollection): string {
  return `dialog of ${collection}`
}

/** Creates the provider of the dialogs for rows of one type, and the hook that opens them. */
export function rowDialogs<R>(collection: PeopleCollection) {
  const name = dialogDraft(collection)
  const Context = createContext<Dialogs<R>>({ open: () => undefined, deleting: null })
  function Place({ dialog: Dialog, children }: PlaceProps<R>) {
    const [opened, setOpened] = useDraftState<Opened<R> | null>(name, null)
    const [deleting, setDeleting] = useState<R | null>(null)
    const open = useStableCallback((next: Opened<R>) => setOpened(next))
    const close = useStableCallback(() => {
      // A lock may have closed the dialog before its answer came, and the next sign-in would open it again.
      forgetDraftState(name)
      setOpened(null)
    })
    return (
      <Context value={{ open, deleting }}>
        {children}
        {opened && (
          <Dialog opened={opened} onOpen={open} onDeleting={setDeleting} onClose={close} />
        )}
      </Context>
    )
  }
  return { Place, useDialogs: () => useContext(Context) }
}
