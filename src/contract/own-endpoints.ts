/** Our own calls beyond specification.md section 7, made only if the server offers them (decisions/product/other-servers.md). */
import { z } from 'zod/mini'
import { TestReply } from '#contract/own/connection-test.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { AuditPage } from '#contract/records/audit.ts'
import { passkeyEndpoints } from '#contract/own/passkey-endpoints.ts'
import { erpSignInEndpoints } from '#contract/own/erp-sign-in-endpoints.ts'
import { readRulesEndpoints } from '#contract/own/read-rules-endpoints.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { ErpSettingsBody } from '#contract/records/erp-settings.ts'
import { budgetEndpoints } from '#contract/sync/budget.ts'
import { ServerState } from '#contract/records/server-state.ts'
import { ChangedPreference, PreferencesReply } from '#contract/views/preferences.ts'
import {
  ChosenDefault,
  EditedView,
  NewView,
  SavedView,
  ViewsReply,
} from '#contract/views/saved-views.ts'

const done = z.looseObject({ message: z.optional(z.string()) })

export const ownEndpoints = {
  ...exceptionEndpoints,
  /** Which ERP settings are set, without their values (decisions/server/erp-addresses.md). */
  erpSettingsStatus: endpoint({
    method: 'GET',
    path: '/provide-env-data',
    access: 'super-admin',
    offer: 'erp-status',
    reply: z.looseObject({ data: z.record(z.string(), z.boolean()) }),
  }),
  /** Tests the values in the form, and the saved ones for blank fields; saves nothing. */
  testErpSettings: endpoint({
    method: 'POST',
    path: '/provide-env-data/test',
    access: 'super-admin',
    offer: 'erp-test',
    body: ErpSettingsBody,
    reply: TestReply,
  }),
  /** The audit trail, newest first, a page at a time (decisions/server/secrets.md). */
  auditTrail: endpoint({
    method: 'GET',
    path: '/audit-trail',
    access: 'super-admin',
    offer: 'audit',
    reply: AuditPage,
  }),
  /** The saved views that the caller may see, with the defaults of the lists (decisions/server/views.md). */
  views: endpoint({
    method: 'GET',
    path: '/views',
    access: 'signed-in',
    offer: 'views',
    reply: ViewsReply,
  }),
  /** Saves a view. Repeated after a lost answer, it finds the view that it saved. */
  createView: endpoint({
    method: 'POST',
    path: '/views',
    access: 'signed-in',
    offer: 'views',
    body: NewView,
    reply: SavedView,
  }),
  /** Changes a view, if it still has the named version. */
  updateView: endpoint({
    method: 'PUT',
    path: '/views/:id',
    access: 'signed-in',
    offer: 'views',
    body: EditedView,
    reply: SavedView,
  }),
  deleteView: endpoint({
    method: 'DELETE',
    path: '/views/:id',
    access: 'signed-in',
    offer: 'views',
    reply: done,
  }),
  /** Chooses the view that a list opens with: for the caller, or by a super admin for everyone. */
  chooseDefaultView: endpoint({
    method: 'PUT',
    path: '/view-defaults/:screen',
    access: 'signed-in',
    offer: 'views',
    body: ChosenDefault,
    reply: done,
  }),
  /** The preferences of the caller (decisions/server/views.md). */
  preferences: endpoint({
    method: 'GET',
    path: '/me/preferences',
    access: 'signed-in',
    offer: 'preferences',
    reply: PreferencesReply,
  }),
  /** Whether the ERP is set up; for super admins also the schedule, the mail and the first steps (decisions/server/server-state.md). */
  serverState: endpoint({
    method: 'GET',
    path: '/server/state',
    access: 'signed-in',
    offer: 'server-state',
    reply: ServerState,
  }),
  /** Keeps one preference; the last writer wins. */
  setPreference: endpoint({
    method: 'PUT',
    path: '/me/preferences/:key',
    access: 'signed-in',
    offer: 'preferences',
    body: ChangedPreference,
    reply: done,
  }),
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...erpSignInEndpoints,
  ...readRulesEndpoints,
  ...budgetEndpoints,
} as const
