/** The calls of the saved views (decisions/server/views.md). */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  ChosenDefault,
  EditedView,
  NewView,
  SavedView,
  ViewsReply,
} from '#contract/views/saved-views.ts'

const done = z.looseObject({ message: z.optional(z.string()) })

export const viewEndpoints = {
  /** The saved views that the caller may see, with the defaults of the lists. */
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
} as const
