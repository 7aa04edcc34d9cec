/** Saved views as they are sent: who has them, who sees them, and how they are changed. */
import { z } from 'zod/mini'
import { viewScreens } from '#contract/views/view-screens.ts'

export const VIEW_NAME_MAX_LENGTH = 60
/** How many views one call lists, and how many one admin may have. */
export const VIEWS_MAX = 200
export const OWN_VIEWS_MAX = 100
/** How many admins a view may be shared with by name. */
export const VIEW_READERS_MAX = 50

/** Who sees a view besides its owner: no other admin, all who may open the list, or named admins. */
export const AUDIENCES = ['me', 'everyone', 'admins'] as const
export type Audience = (typeof AUDIENCES)[number]

const audience = z.enum(AUDIENCES)
const screen = z.enum(viewScreens)
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(VIEW_NAME_MAX_LENGTH))
const readers = z.array(z.string()).check(z.maxLength(VIEW_READERS_MAX))
/** Read by `readViewConfig`, so that a damaged one is never fatal. */
const config = z.record(z.string(), z.unknown())

export const SavedView = z.object({
  id: z.string(),
  screen: z.string(),
  name: z.string(),
  owner: z.string(),
  audience,
  /** The admins it is shared with by name; only for whoever may change the view. */
  readers: z.array(z.string()),
  config,
  /** Rises with every change. */
  version: z.number(),
  changed_by: z.string(),
  changed_at: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

/** The default view of a list: mine, and the one for everyone. */
const ViewDefaults = z.object({ mine: z.nullable(z.string()), everyone: z.nullable(z.string()) })
export type ViewDefaults = z.infer<typeof ViewDefaults>

export const ViewsReply = z.object({
  data: z.array(SavedView),
  /** By screen; a screen without a default is absent. */
  defaults: z.record(z.string(), ViewDefaults),
})
export type ViewsReply = z.infer<typeof ViewsReply>

export const NewView = z.object({
  screen,
  name,
  config,
  audience: z.optional(audience),
  readers: z.optional(readers),
})
export type NewView = z.infer<typeof NewView>

export const EditedView = z.object({
  /** The version that the change is based on. */
  version: z.number(),
  name: z.optional(name),
  config: z.optional(config),
  audience: z.optional(audience),
  readers: z.optional(readers),
})
export type EditedView = z.infer<typeof EditedView>

export const ChosenDefault = z.object({
  for: z.enum(['me', 'everyone']),
  /** The id of the view; null for the list as installed. */
  view: z.nullable(z.string()),
})

/** What 409 says besides its sentence: the view as it is now. */
export const ChangedView = z.looseObject({ view: SavedView })
