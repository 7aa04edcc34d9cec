/** Saved views: who has them, who may read them, and which one a list opens with (decisions/server/views.md). */
import { and, asc, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { nameKey } from '#contract/records/name-key.ts'
import { cutText } from '#contract/rules.ts'
import { VIEW_NAME_MAX_LENGTH } from '#contract/views/saved-views.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { viewDefaults, viewReaders, views } from '#server/db/schema/views.ts'

/** A view as stored. */
export type ViewRow = typeof views.$inferSelect

/** A view with the admins it is shared with by name. */
export interface ReadableView extends ViewRow {
  readonly readers: readonly string[]
}

/** What others know of a view. */
export type ToldView = Pick<ReadableView, 'name' | 'screen' | 'owner' | 'audience' | 'readers'>

/** What a change may replace. */
export type ViewChanges = Partial<Pick<ViewRow, 'name' | 'config' | 'audience' | 'owner'>>

/** The views an admin may read as far as owner and audience say, the admin's own first. */
export async function readableViews(
  db: Database | Transaction,
  username: string,
  screens: readonly string[],
): Promise<ReadableView[]> {
  const rows = await db
    .select()
    .from(views)
    .where(and(inArray(views.screen, [...screens]), readableBy(username)))
    .orderBy(asc(ne(views.owner, username)), asc(views.nameKey), asc(views.id))
  return withReaders(db, rows)
}

/** A view by its id, if the admin may read it. */
export async function findView(
  db: Database | Transaction,
  id: string,
  username: string,
): Promise<ReadableView | null> {
  const rows = await db
    .select()
    .from(views)
    .where(and(eq(views.id, id), readableBy(username)))
  return (await withReaders(db, rows))[0] ?? null
}

/** The same, locked until the transaction ends. */
export async function lockView(
  tx: Transaction,
  id: string,
  username: string,
): Promise<ReadableView | null> {
  const rows = await tx
    .select()
    .from(views)
    .where(and(eq(views.id, id), readableBy(username)))
    .for('update')
  return (await withReaders(tx, rows))[0] ?? null
}

/** A view by its id, whoever may read it: what the answer to a change and the audit trail are made from. */
export async function changedView(tx: Transaction, id: string): Promise<ReadableView | null> {
  const rows = await tx.select().from(views).where(eq(views.id, id))
  return (await withReaders(tx, rows))[0] ?? null
}

/** The view of an owner with a name on a screen. */
export async function viewNamed(
  tx: Transaction,
  owner: string,
  screen: string,
  name: string,
): Promise<ReadableView | null> {
  const rows = await tx
    .select()
    .from(views)
    .where(and(eq(views.owner, owner), eq(views.screen, screen), eq(views.nameKey, nameKey(name))))
  return (await withReaders(tx, rows))[0] ?? null
}

/** How many views an admin has. */
export async function countViewsOf(tx: Transaction, owner: string): Promise<number> {
  return tx.$count(views, eq(views.owner, owner))
}

/** @throws an error for which `isUniqueViolation` is true if the owner has a view of this name */
export async function insertView(
  tx: Transaction,
  view: Omit<ViewRow, 'nameKey'>,
  readers: readonly string[],
): Promise<void> {
  await tx.insert(views).values({ ...view, nameKey: nameKey(view.name) })
  await setReaders(tx, view.id, readers)
}

/**
 * Changes a view and raises its version.
 * @throws an error for which `isUniqueViolation` is true if the owner has a view of this name
 */
export async function changeView(
  tx: Transaction,
  id: string,
  changes: ViewChanges,
  changed: { readonly by: string; readonly at: Date },
): Promise<void> {
  const { name } = changes
  await tx
    .update(views)
    .set({
      ...changes,
      ...(name !== undefined && { nameKey: nameKey(name) }),
      version: sql`${views.version} + 1`,
      changedBy: changed.by,
      changedAt: changed.at,
    })
    .where(eq(views.id, id))
}

/** Replaces the admins that a view is shared with by name. */
export async function setReaders(
  tx: Transaction,
  viewId: string,
  readers: readonly string[],
): Promise<void> {
  await tx.delete(viewReaders).where(eq(viewReaders.viewId, viewId))
  if (readers.length === 0) return
  await tx.insert(viewReaders).values(readers.map((username) => ({ viewId, username })))
}

/** Removes a view, and with it its defaults. */
export async function removeView(tx: Transaction, id: string): Promise<void> {
  await tx.delete(views).where(eq(views.id, id))
}

/** The chosen defaults of an admin and of everyone. */
export function defaultsFor(
  db: Database | Transaction,
  username: string,
): Promise<(typeof viewDefaults.$inferSelect)[]> {
  return db
    .select()
    .from(viewDefaults)
    .where(or(sql`${viewDefaults.username} is null`, eq(viewDefaults.username, username)))
}

/**
 * Sets the view that a list opens with. The caller has locked the row of the admin whose default it is.
 * @param username null for everyone
 * @param viewId null for the list as installed
 */
export async function setDefault(
  tx: Transaction,
  screen: string,
  username: string | null,
  viewId: string | null,
): Promise<void> {
  // There may be no row to lock. Without this lock the choice of a second super admin would be silently dropped.
  if (username === null)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('dockside default views'))`)
  const whose =
    username === null ? sql`${viewDefaults.username} is null` : eq(viewDefaults.username, username)
  await tx.delete(viewDefaults).where(and(eq(viewDefaults.screen, screen), whose))
  if (viewId !== null) await tx.insert(viewDefaults).values({ screen, username, viewId })
}

/** Ends that a view is the default for everyone; false if it is not. */
export async function dropDefaultForEveryone(tx: Transaction, viewId: string): Promise<boolean> {
  const dropped = await tx
    .delete(viewDefaults)
    .where(and(eq(viewDefaults.viewId, viewId), sql`${viewDefaults.username} is null`))
    .returning({ viewId: viewDefaults.viewId })
  return dropped.length > 0
}

/** A view that passed to another admin. */
export interface PassedView {
  readonly before: ToldView
  readonly after: ToldView
}

/** Hands the shared views of an admin to another one; a name that the other one has gets an addition. */
export async function passSharedViews(
  tx: Transaction,
  from: string,
  to: string,
  at: Date,
): Promise<PassedView[]> {
  const shared = await tx
    .select()
    .from(views)
    .where(and(eq(views.owner, from), ne(views.audience, 'me')))
    .for('update')
  const passed: PassedView[] = []
  for (const before of await withReaders(tx, shared)) {
    const name = await freeName(tx, to, before, from)
    await changeView(tx, before.id, { owner: to, name }, { by: to, at })
    passed.push({ before, after: { ...before, owner: to, name } })
  }
  return passed
}

async function freeName(
  tx: Transaction,
  owner: string,
  { screen, name }: Pick<ViewRow, 'screen' | 'name'>,
  from: string,
): Promise<string> {
  let free = name
  for (let nth = 1; await viewNamed(tx, owner, screen, free); nth += 1) {
    const addition = nth === 1 ? ` (${from})` : ` (${from} ${String(nth)})`
    free = cutText(name, VIEW_NAME_MAX_LENGTH - addition.length) + addition
  }
  return free
}

/** One's own, those for everyone, and those that name the admin. */
function readableBy(username: string): SQL | undefined {
  return or(
    eq(views.owner, username),
    eq(views.audience, 'everyone'),
    and(
      eq(views.audience, 'admins'),
      sql`exists (select 1 from ${viewReaders} where ${viewReaders.viewId} = ${views.id} and ${viewReaders.username} = ${username})`,
    ),
  )
}

async function withReaders(
  db: Database | Transaction,
  rows: readonly ViewRow[],
): Promise<ReadableView[]> {
  const ids = rows.filter(({ audience }) => audience === 'admins').map(({ id }) => id)
  const named =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(viewReaders)
          .where(inArray(viewReaders.viewId, ids))
          .orderBy(asc(viewReaders.username))
  return rows.map((row) => ({
    ...row,
    readers: named.filter(({ viewId }) => viewId === row.id).map(({ username }) => username),
  }))
}
