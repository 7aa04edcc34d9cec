/** Opens what was found, by its address. */
import type { RegisteredRouter } from '@tanstack/react-router'
import type { Hit, Opened } from '#console/data/engine/find/find-in.ts'
import { stepsOnTop } from '#console/related/open-details.ts'
import { lists } from '#console/screens/lists.ts'
import type { ListSearch } from '#console/table/columns/table-address.ts'

/** People have no details, so their list is filtered by the unique name; a search for it may find hundreds. */
const NAMES_OF_PEOPLE = { admins: 'username', wmsAiUsers: 'userid' } as const

/** Opens the details of a thing on top of what is there; people, who have none, in their list. */
export function openFound(router: RegisteredRouter, found: Opened): void {
  const { search, state } = router.state.location
  const asked = searchFor(found)
  go(router, found.list, asked, 'open' in asked ? stepsOnTop(state, 'open' in search) : {})
}

/** What the address of a list says to show one thing. */
export function searchFor({ list, open }: Opened): ListSearch {
  if (list !== 'admins' && list !== 'wmsAiUsers') return { open }
  return { filter: { [NAMES_OF_PEOPLE[list]]: { values: [open] } } }
}

/** Opens a list with a search. */
export function openList(router: RegisteredRouter, list: Hit['list'], q: string): void {
  go(router, list, { q }, {})
}

function go(router: RegisteredRouter, list: Hit['list'], search: ListSearch, state: object): void {
  const screen = lists.find(({ collection }) => collection === list)
  if (!screen) return
  // The entry of the box is not one that going back should visit.
  const replace = router.history.location.state.box === true
  void router.navigate({ to: screen.path, search, state, replace, resetScroll: false })
}
