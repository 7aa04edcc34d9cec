/** The lines of things, screens and actions. */
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import type { RegisteredRouter } from '@tanstack/react-router'
import { opensRoute } from '#contract/access.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { offers } from '#console/data/api/config.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { ageInWords, describeFreshness } from '#console/data/collections/freshness.ts'
import { shownIn } from '#console/data/engine/find/block.ts'
import { FOUND_LISTS, type FoundList } from '#console/data/engine/find/entry.ts'
import type { Hit, Opened, Parts } from '#console/data/engine/find/find-in.ts'
import { folded, wordsOf } from '#console/data/engine/find/fold.ts'
import { mayBeFoundInList } from '#console/data/engine/find/list-search.ts'
import { openedIn } from '#console/data/engine/find/part.ts'
import type { Line, LineGroup } from '#console/find/find-line.tsx'
import { ageOf } from '#console/find/found-index.ts'
import { openFound, openList } from '#console/find/open-found.ts'
import { lists } from '#console/screens/lists.ts'
import {
  dashboardScreen,
  menuScreens,
  netsuiteSetupScreen,
  securityScreen,
} from '#console/screens/registry.ts'
import { principalOf, readSession } from '#console/session/session.ts'
import { MENU_ICONS } from '#console/ui/menu-icons.ts'

/** How many of a list are shown; the list itself shows all, where its own search finds any. */
export const MAX_HITS_PER_LIST = 8
const ICON = 20

interface LinesContext {
  readonly router: RegisteredRouter
  /** Closes the box without going anywhere by itself. */
  readonly onChosen: () => void
}

export function screenOf(list: FoundList) {
  return lists.find(({ collection }) => collection === list)
}

/** What was found, by kind: the kind of the best first. */
export function groupsOf(
  hits: readonly Hit[],
  query: string,
  { router, onChosen }: LinesContext,
): LineGroup[] {
  const found = [...new Set(hits.map(({ list }) => list))]
  return found.map((list) => {
    const own = hits.filter((hit) => hit.list === list)
    const title = screenOf(list)?.title ?? ''
    const lines = own.map((hit) => lineOf(hit, { router, onChosen }))
    const all: Line = {
      key: `all ${list}`,
      icon: <IconSearch size={ICON} aria-hidden />,
      label: findTexts.moreIn(title),
      run: () => {
        openList(router, list, query.trim())
        onChosen()
      },
    }
    const hasAll = own.length >= MAX_HITS_PER_LIST && mayBeFoundInList(list, query, own)
    return { title, lines: hasAll ? [...lines, all] : lines }
  })
}

export function lineOf(
  hit: Pick<Hit, 'list' | 'open' | 'name' | 'number' | 'where'>,
  { router, onChosen }: LinesContext,
): Line {
  const { list, open, name, number, where } = hit
  const age = ageOf(list)
  const now = serverNow()
  const isOld = age !== undefined && describeFreshness(list, age, now).isOld
  const Icon = MENU_ICONS[screenOf(list)?.icon ?? 'tag']
  return {
    key: `${list} ${open}`,
    icon: <Icon size={ICON} aria-hidden />,
    label: name,
    kind: findTexts.kinds[list],
    number,
    where,
    age: isOld ? ageInWords(now - (age.asOf ?? age.fetchedAt)) : null,
    run: () => {
      openFound(router, { list, open })
      onChosen()
    },
  }
}

/** What was opened lately and is still there. */
export function recentGroup(
  recent: readonly Opened[],
  parts: Parts,
  context: LinesContext,
): LineGroup[] {
  const lines = recent.flatMap(({ list, open }) => {
    const there = openedIn(parts.get(list) ?? [], open)
    return there ? lineOf({ ...shownIn(there.block, there.number), list }, context) : []
  })
  return lines.length === 0 ? [] : [{ title: findTexts.recent, lines }]
}

/** The screens that the person may open and whose titles hold all words. */
export function screensGroup(query: string, { router, onChosen }: LinesContext): LineGroup[] {
  const who = principalOf(readSession())
  const screens = [dashboardScreen, ...menuScreens, netsuiteSetupScreen, securityScreen]
  const lines = screens
    .filter(
      (screen) =>
        opensRoute('menuAccess' in screen ? screen.menuAccess : screen.access, who) &&
        (!('offer' in screen) || offers(screen.offer)) &&
        hasWords(screen.title, query),
    )
    .map((screen): Line => {
      const Icon = 'icon' in screen ? MENU_ICONS[screen.icon] : IconArrowRight
      return {
        key: screen.path,
        icon: <Icon size={ICON} aria-hidden />,
        label: screen.title,
        run: () => {
          const replace = router.history.location.state.box === true
          void router.navigate({ to: screen.path, replace })
          onChosen()
        },
      }
    })
  return lines.length === 0 ? [] : [{ title: findTexts.screens, lines }]
}

/** Whether all words of a search are in a title. */
export function hasWords(title: string, query: string): boolean {
  return wordsOf(query).every((word) => folded(title).includes(word))
}

/** The list on the screen, whose things come first. */
export function presentList(pathname: string): FoundList | null {
  const screen = lists.find(({ path }) => path === pathname)
  return FOUND_LISTS.find((list) => list === screen?.collection) ?? null
}
