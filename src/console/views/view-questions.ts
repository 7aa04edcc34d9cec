/** What the views button, its menu and its dialogs share. */
import type { SavedView } from '#contract/views/saved-views.ts'
import type { ViewConfig } from '#contract/views/view-config.ts'
import type { Closable } from '#console/ui/lazy/lazy-dialog.tsx'
import type { ListViews, OpenView } from '#console/views/open-view.ts'

export interface ViewsButtonProps {
  readonly path: string
  readonly views: ListViews
  readonly isChanged: boolean
  /** What the list shows now. */
  readonly presentConfig: () => ViewConfig
  /** Opens a view, or the list as installed. */
  readonly onOpen: (id: string) => void
  /** The changes of the open view are given up, or saved as another one. */
  readonly onSettled: (open: OpenView) => void
  /** They are saved. The person may have changed more meanwhile, or left the list. */
  readonly onSaved: (open: OpenView, saved: SavedView) => void
  /** A view was deleted; the list may already show something else. */
  readonly onDeleted: (view: SavedView) => void
}

/** What a dialog asks. */
export type ViewQuestion =
  | { readonly kind: 'new'; readonly name: string; readonly config: ViewConfig }
  | { readonly kind: 'rename'; readonly view: SavedView }
  | { readonly kind: 'share'; readonly view: SavedView }
  | { readonly kind: 'delete'; readonly view: SavedView }
  | {
      readonly kind: 'conflict'
      /** The version that the person changed, and the one that is there now. */
      readonly before: SavedView
      readonly present: SavedView
      /** What the person wanted to save. */
      readonly config: ViewConfig
    }

/** The name under which an open dialog of a list survives a lock. */
export function questionDraft(path: string): string {
  return `view of ${path}`
}

/** The name under which the typed name of a new view, or of a version of a view, survives a lock. */
export function nameDraft(path: string, view: SavedView | null): string {
  return view ? `view name, ${path} ${view.id} ${String(view.version)}` : `view name, ${path}`
}

/** The name under which the chosen readers of a version of a view survive a lock. */
export function readersDraft({ id, version }: SavedView): string {
  return `view readers, ${id} ${String(version)}`
}

export interface ViewDialogsProps extends ViewsButtonProps, Closable {
  readonly question: ViewQuestion
  readonly onQuestion: (question: ViewQuestion) => void
}
