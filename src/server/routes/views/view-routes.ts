/**
 * Saved views of the lists (decisions/server/views.md). A view never widens rights: it is read and written only
 * by admins who may open its list.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '#contract/access.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { worded } from '#contract/own/refusal-codes.ts'
import { refusals } from '#contract/refusals.ts'
import { OWN_VIEWS_MAX, VIEWS_MAX } from '#contract/views/saved-views.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import type { Context } from '#server/context.ts'
import { writeAudit, type AuditAction } from '#server/db/repositories/audit.ts'
import {
  changedView,
  changeView,
  countViewsOf,
  dropDefaultForEveryone,
  insertView,
  lockView,
  readableViews,
  removeView,
  setDefault,
  setReaders,
  viewNamed,
  type ReadableView,
} from '#server/db/repositories/views.ts'
import type { Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { isKnown } from '#server/http/lists/list-headers.ts'
import { JsonText, NOT_MODIFIED, serve } from '#server/http/serve.ts'
import { changedFacts, viewFacts } from '#server/routes/views/view-facts.ts'
import {
  assertMayChange,
  assertOpens,
  configOf,
  defaultsAmong,
  isRepeated,
  namedAdmins,
  newViewId,
  openScreens,
  sent,
} from '#server/routes/views/view-rules.ts'

export function viewRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  /** Shared views concern others, so the trail says who changed them. */
  async function record(
    tx: Transaction,
    request: FastifyRequest,
    actor: string,
    action: AuditAction,
    target: string,
    detail: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await writeAudit(tx, { ...auditContext(context, request, actor), action, target, detail })
  }

  serve(app, context, ownEndpoints.views, async ({ principal, request, reply }) => {
    const found = (await readableViews(db, principal.username, openScreens(principal))).slice(
      0,
      VIEWS_MAX,
    )
    const text = JSON.stringify({
      data: found.map((view) => sent(view, principal)),
      defaults: await defaultsAmong(db, principal, found),
    })
    const etag = `"views-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply.header('ETag', etag)
    return isKnown(request.headers['if-none-match'], etag) ? NOT_MODIFIED : new JsonText(text)
  })

  serve(app, context, ownEndpoints.createView, async ({ act, body, request }) => {
    const config = configOf(body.config)
    const readers = await namedAdmins(db, body)
    return act(
      async (tx, { principal }) => {
        assertOpens(principal, body.screen)
        // One of them may have been deleted before their rows were locked.
        await namedAdmins(tx, body)
        const { screen, name, audience = 'me' } = body
        const same = await viewNamed(tx, principal.username, screen, name)
        // The answer of an earlier attempt was lost.
        if (same && isRepeated(same, config, audience, readers)) return sent(same, principal)
        if (same) throw new HttpError(409, refusals.viewNameTaken)
        if ((await countViewsOf(tx, principal.username)) >= OWN_VIEWS_MAX)
          throw new HttpError(409, worded('tooManyViews', { most: OWN_VIEWS_MAX }))
        const view: ReadableView = {
          id: newViewId(),
          screen,
          owner: principal.username,
          name,
          nameKey: '',
          audience,
          config,
          version: 1,
          changedBy: principal.username,
          changedAt: new Date(now()),
          readers,
        }
        await insertView(tx, view, readers)
        if (audience !== 'me')
          await record(tx, request, principal.username, 'view-shared', view.name, {
            after: viewFacts(view),
          })
        return sent(view, principal)
      },
      { admins: readers, roles: false },
    )
  })

  serve(app, context, ownEndpoints.updateView, async ({ act, params, body, request }) => {
    const config = body.config && configOf(body.config)
    const readers = await namedAdmins(db, body)
    const save = async (tx: Transaction, { principal }: { readonly principal: Principal }) => {
      const before = assertMayChange(principal, await lockView(tx, params.id, principal.username))
      await namedAdmins(tx, body)
      if (before.version !== body.version)
        throw new HttpError(409, refusals.viewChanged, {}, { view: sent(before, principal) })
      const { name, audience } = body
      await changeView(
        tx,
        before.id,
        {
          ...(name !== undefined && { name }),
          ...(config && { config }),
          ...(audience !== undefined && { audience }),
        },
        { by: principal.username, at: new Date(now()) },
      )
      if (audience !== undefined) await setReaders(tx, before.id, readers)
      // A super admin may have shared somebody else's view with other people only, and the trail must name them.
      const view = (await changedView(tx, before.id)) ?? before
      if (before.audience !== 'me' || view.audience !== 'me')
        await record(
          tx,
          request,
          principal.username,
          audience === undefined ? 'view-changed' : 'view-shared',
          view.name,
          changedFacts(before, view),
        )
      // Only a super admin chooses it again, also if the owner shares the view with everyone again.
      if (before.audience !== view.audience && (await dropDefaultForEveryone(tx, before.id)))
        await record(
          tx,
          request,
          principal.username,
          'view-default-chosen',
          viewTexts.asInstalled,
          { before: { default_view: before.name }, after: { list: before.screen } },
        )
      return sent(view, principal)
    }
    try {
      return await act(save, { admins: readers, roles: false })
    } catch (thrown) {
      throw isUniqueViolation(thrown) ? new HttpError(409, refusals.viewNameTaken) : thrown
    }
  })

  serve(app, context, ownEndpoints.deleteView, async ({ act, params, request }) => {
    await act(async (tx, { principal }) => {
      const view = assertMayChange(principal, await lockView(tx, params.id, principal.username))
      await removeView(tx, view.id)
      if (view.audience !== 'me')
        await record(tx, request, principal.username, 'view-deleted', view.name, {
          before: viewFacts(view),
        })
    })
    return {}
  })

  serve(app, context, ownEndpoints.chooseDefaultView, async ({ act, params, body, request }) => {
    await act(async (tx, { principal }) => {
      const screen = assertOpens(principal, params.screen)
      const forAll = body.for === 'everyone'
      if (forAll && !principal.isSuperAdmin) throw new HttpError(403, refusals.notPermitted)
      // Locked, so that it is not taken back meanwhile.
      const view = body.view === null ? null : await lockView(tx, body.view, principal.username)
      if (body.view !== null && view?.screen !== screen)
        throw new HttpError(404, refusals.viewMissing)
      if (forAll && view && view.audience !== 'everyone')
        throw new HttpError(409, refusals.viewNotShared)
      await setDefault(tx, screen, forAll ? null : principal.username, view?.id ?? null)
      if (forAll)
        await record(
          tx,
          request,
          principal.username,
          'view-default-chosen',
          view?.name ?? viewTexts.asInstalled,
          { after: { list: screen } },
        )
    })
    return {}
  })
}
