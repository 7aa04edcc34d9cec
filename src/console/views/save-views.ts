/** The calls that change saved views, and what they change in the stored ones. */
import type { QueryClient } from '@tanstack/react-query'
import { viewEndpoints } from '#contract/views/view-endpoints.ts'
import {
  ChangedView,
  type EditedView,
  type NewView,
  type SavedView,
} from '#contract/views/saved-views.ts'
import { call } from '#console/data/api/call.ts'
import { Fault } from '#console/data/api/fault.ts'
import { VIEWS_KEY, type StoredViews } from '#console/data/collections/queries.ts'
import { readSession } from '#console/session/session.ts'

/** Thrown when somebody else has changed the view meanwhile. */
export class ViewConflict extends Error {
  /** The view as it is now. */
  readonly present: SavedView

  constructor(present: SavedView) {
    super('the view was changed')
    this.name = 'ViewConflict'
    this.present = present
  }
}

/** Saves a view. */
export async function createView(client: QueryClient, view: NewView): Promise<SavedView> {
  const change = changerOf(client)
  const saved = await sent(client, call(viewEndpoints.createView, { body: view }))
  change(withView(saved))
  return saved
}

/**
 * Changes a view.
 * @throws ViewConflict if it is no longer the version that the change is based on
 */
export async function updateView(
  client: QueryClient,
  { id, version }: Pick<SavedView, 'id' | 'version'>,
  changes: Omit<EditedView, 'version'>,
): Promise<SavedView> {
  const change = changerOf(client)
  try {
    const body = { version, ...changes }
    const saved = await sent(client, call(viewEndpoints.updateView, { params: { id }, body }))
    change(withView(saved))
    return saved
  } catch (thrown) {
    const present = thrown instanceof Fault && ChangedView.safeParse(thrown.body)
    if (!present || !present.success) throw thrown
    change(withView(present.data.view))
    throw new ViewConflict(present.data.view)
  }
}

/** Deletes a view. */
export async function deleteView(client: QueryClient, { id }: SavedView): Promise<void> {
  const change = changerOf(client)
  await sent(client, call(viewEndpoints.deleteView, { params: { id } }))
  change((stored) => ({ data: stored.data.filter((view) => view.id !== id) }))
}

/** Chooses the view that a list opens with. */
export async function chooseDefault(
  client: QueryClient,
  screen: string,
  whose: 'me' | 'everyone',
  view: string | null,
): Promise<void> {
  const change = changerOf(client)
  const body = { for: whose, view }
  await sent(client, call(viewEndpoints.chooseDefaultView, { params: { screen }, body }))
  change(({ defaults }) => {
    const before = defaults[screen] ?? { mine: null, everyone: null }
    const chosen = { ...before, [whose === 'me' ? 'mine' : 'everyone']: view }
    return { defaults: { ...defaults, [screen]: chosen } }
  })
}

/** Fetches the views again if one is gone or no longer the person's to change: it leaves the menu. */
async function sent<T>(client: QueryClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    if (thrown instanceof Fault && (thrown.status === 403 || thrown.status === 404))
      void client.invalidateQueries({ queryKey: VIEWS_KEY })
    throw thrown
  }
}

type Change = (stored: StoredViews) => Partial<StoredViews>

function withView(saved: SavedView): Change {
  return ({ data }) => ({
    data: data.some(({ id }) => id === saved.id)
      ? data.map((view) => (view.id === saved.id ? saved : view))
      : [saved, ...data],
  })
}

/** Shows a change of the present person at once; the next answer of the server replaces it. */
function changerOf(client: QueryClient): (by: Change) => void {
  const { username } = readSession()
  return (by) => {
    // The answer may come after the session: whoever signs in next must not see this person's views.
    if (readSession().username !== username) return
    client.setQueryData<StoredViews>(VIEWS_KEY, (before) => {
      const stored = before ?? { data: [], defaults: {}, etag: null }
      return { ...stored, ...by(stored), etag: null }
    })
    void client.invalidateQueries({ queryKey: VIEWS_KEY })
  }
}
