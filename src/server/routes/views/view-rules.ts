/** Who may do what with a saved view, and how it is sent. */
import { randomInt } from 'node:crypto'
import { opensRoute, type Principal } from '#contract/access.ts'
import { isSameName } from '#contract/records/name-key.ts'
import { worded } from '#contract/own/refusal-codes.ts'
import { refusals } from '#contract/refusals.ts'
import type { EditedView, NewView, SavedView, ViewDefaults } from '#contract/views/saved-views.ts'
import {
  readViewConfig,
  VIEW_CONFIG_MAX_BYTES,
  type ViewConfig,
} from '#contract/views/view-config.ts'
import { viewScreenAccess, viewScreenOf, viewScreens } from '#contract/views/view-screens.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { findAdmin } from '#server/db/repositories/admins.ts'
import { defaultsFor, type ReadableView } from '#server/db/repositories/views.ts'
import { HttpError, unprocessable } from '#server/http/http-error.ts'

/** The lists that an admin may open. */
export function openScreens(who: Principal): string[] {
  return viewScreens.filter((screen) => opensRoute(viewScreenAccess(screen), who))
}

/** @throws HttpError 404 for an unknown list, 403 for one that the admin may not open */
export function assertOpens(who: Principal, name: string): string {
  const screen = viewScreenOf(name)
  if (screen === undefined) throw new HttpError(404, refusals.viewListMissing)
  if (!opensRoute(viewScreenAccess(screen), who)) throw new HttpError(403, refusals.notPermitted)
  return screen
}

/** A view of a list that the admin may not open counts as missing. Its owner and super admins may change it. */
export function assertMayChange(who: Principal, view: ReadableView | null): ReadableView {
  const screen = view && viewScreenOf(view.screen)
  if (!screen || !opensRoute(viewScreenAccess(screen), who))
    throw new HttpError(404, refusals.viewMissing)
  if (!mayChange(who, view)) throw new HttpError(403, refusals.notPermitted)
  return view
}

function mayChange(who: Principal, { owner }: Pick<ReadableView, 'owner'>): boolean {
  return who.isSuperAdmin || isSameName(owner, who.username)
}

/** @throws HttpError 422 if it is too large */
export function configOf(given: Readonly<Record<string, unknown>>): ViewConfig {
  const config = readViewConfig(given)
  if (Buffer.byteLength(JSON.stringify(config)) > VIEW_CONFIG_MAX_BYTES)
    throw unprocessable(['body', 'config'], refusals.viewTooLarge)
  return config
}

/**
 * The admins that a view is shared with, as their names are stored.
 * @throws HttpError 422 that names one who does not exist
 */
export async function namedAdmins(
  db: Database | Transaction,
  { audience, readers = [] }: Pick<NewView | EditedView, 'audience' | 'readers'>,
): Promise<string[]> {
  if (audience !== 'admins') return []
  const names = new Set<string>()
  for (const name of readers) {
    const admin = await findAdmin(db, name)
    if (!admin) throw unprocessable(['body', 'readers'], worded('viewReaderMissing', { name }))
    names.add(admin.username)
  }
  return [...names]
}

/**
 * Whether a save asks for what is saved already.
 * @param readers as their names are stored
 */
export function isRepeated(
  same: ReadableView,
  config: ViewConfig,
  audience: string,
  readers: readonly string[],
): boolean {
  // The database orders the fields of an object in its own way.
  const asked = readViewConfig(config)
  return (
    same.audience === audience &&
    same.readers.toSorted().join('\n') === readers.toSorted().join('\n') &&
    canonical(readViewConfig(same.config)) === canonical(asked)
  )
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : inner,
  )
}

/** The defaults of the caller's lists, as far as their views may be seen. */
export async function defaultsAmong(
  db: Database,
  { username }: Principal,
  found: readonly ReadableView[],
): Promise<Record<string, ViewDefaults>> {
  const known = new Map(found.map((view) => [view.id, view]))
  const defaults: Record<string, ViewDefaults> = {}
  for (const chosen of await defaultsFor(db, username)) {
    const view = known.get(chosen.viewId)
    // A view that was taken back is no default any more; older servers kept its default.
    if (!view || (chosen.username === null && view.audience !== 'everyone')) continue
    const present = defaults[chosen.screen] ?? { mine: null, everyone: null }
    defaults[chosen.screen] =
      chosen.username === null ? { ...present, everyone: view.id } : { ...present, mine: view.id }
  }
  return defaults
}

/** A view as it is sent. Who else reads it is for those who may change it. */
export function sent(view: ReadableView, who: Principal): SavedView {
  return {
    id: view.id,
    screen: view.screen,
    name: view.name,
    owner: view.owner,
    audience: view.audience,
    readers: mayChange(who, view) ? [...view.readers] : [],
    config: { ...view.config },
    version: view.version,
    changed_by: view.changedBy,
    changed_at: view.changedAt.toISOString(),
  }
}

const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz'
const ID_CHARACTERS = `${ID_LETTERS}23456789`
const ID_LENGTH = 8

/**
 * Short enough to read out; that it is hard to guess protects nothing. It begins with a letter, so that no
 * parser of an address takes it for a number.
 */
export function newViewId(): string {
  return Array.from({ length: ID_LENGTH }, (_, nth) => {
    const from = nth === 0 ? ID_LETTERS : ID_CHARACTERS
    return from[randomInt(from.length)]
  }).join('')
}
