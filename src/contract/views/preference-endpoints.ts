/** The calls of the preferences (decisions/server/views.md). */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { ChangedPreference, PreferencesReply } from '#contract/views/preferences.ts'

export const preferenceEndpoints = {
  /** The preferences of the caller. */
  preferences: endpoint({
    method: 'GET',
    path: '/me/preferences',
    access: 'signed-in',
    offer: 'preferences',
    reply: PreferencesReply,
  }),
  /** Keeps one preference; the last writer wins. */
  setPreference: endpoint({
    method: 'PUT',
    path: '/me/preferences/:key',
    access: 'signed-in',
    offer: 'preferences',
    body: ChangedPreference,
    reply: z.looseObject({ message: z.optional(z.string()) }),
  }),
} as const
