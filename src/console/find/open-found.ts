/** Opens what was found, by its address. */
import type { RegisteredRouter } from '@tanstack/react-router'
import type { Hit, Opened } from '#console/data/engine/find/find-in.ts'
import { DETAIL_SCREENS, stepsOnTop } from '#console/related/open-details.ts'
import { lists } from '#console/screens/lists.ts'

/** Opens the details of a thing on top of what is there; people, who have none, in their list. */
export function openFound(router: RegisteredRouter, { list, open }: Opened): void {
  if (!(list in DETAIL_SCREENS)) {
    openList(router, list, open)
    return
  }
  const { search, state } = router.state.location
  go(router, list, { open }, stepsOnTop(state, 'open' in search))
}

/** Opens a list with a search. */
export function openList(router: RegisteredRouter, list: Hit['list'], q: string): void {
  go(router, list, { q }, {})
}

function go(router: RegisteredRouter, list: Hit['list'], search: object, state: object): void {
  const screen = lists.find(({ collection }) => collection === list)
  if (!screen) return
  // The entry of the box is not one that going back should visit.
  const replace = router.history.location.state.box === true
  void router.navigate({ to: screen.path, search, state, replace, resetScroll: false })
}
