/** The preferences of the caller, kept so that a new device looks like the old one (decisions/server/views.md). */
import type { FastifyInstance } from 'fastify'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import {
  isPreferenceKey,
  PREFERENCE_MAX_BYTES,
  PREFERENCES_MAX,
} from '#contract/views/preferences.ts'
import type { Context } from '#server/context.ts'
import {
  countOtherPreferences,
  preferencesOf,
  setPreference,
} from '#server/db/repositories/preferences.ts'
import { HttpError, unprocessable } from '#server/http/http-error.ts'
import { serve } from '#server/http/serve.ts'

export function preferenceRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  serve(app, context, ownEndpoints.preferences, async ({ principal }) => ({
    data: await preferencesOf(db, principal.username),
  }))

  serve(app, context, ownEndpoints.setPreference, async ({ act, params: { key }, body }) => {
    if (!isPreferenceKey(key)) throw new HttpError(404, refusals.preferenceUnknown)
    const { value } = body
    if (value === undefined || value === null)
      throw unprocessable(['body', 'value'], refusals.preferenceEmpty)
    if (Buffer.byteLength(JSON.stringify(value)) > PREFERENCE_MAX_BYTES)
      throw unprocessable(['body', 'value'], refusals.preferenceTooLarge)
    await act(async (tx, { principal: { username } }) => {
      if ((await countOtherPreferences(tx, username, key)) >= PREFERENCES_MAX)
        throw new HttpError(409, refusals.tooManyPreferences)
      await setPreference(tx, { username, key, value: { is: value }, changedAt: new Date(now()) })
    })
    return {}
  })
}
