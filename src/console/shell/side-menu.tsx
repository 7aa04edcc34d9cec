/** The side menu: Dashboard, then the groups; only what the admin may see (specification.md section 2). */
import { useState } from 'react'
import { NavLink } from '@mantine/core'
import {
  IconChartBar,
  IconDatabase,
  IconShieldCheck,
  IconTransfer,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { showsInMenu } from '#contract/access.ts'
import { useOffers } from '#console/data/api/config.ts'
import { MENU_GROUPS, type MenuGroup } from '#console/list/list-screen.ts'
import { dashboardScreen, exceptionsScreen, menuScreens } from '#console/screens/registry.ts'
import { principalOf, useSession } from '#console/session/session.ts'
import { MENU_ICONS } from '#console/ui/menu-icons.ts'
import { ExceptionMark } from '#console/shell/exception-mark.tsx'
import classes from '#console/shell/side-menu.module.css'

const GROUP_ICONS: Record<MenuGroup, Icon> = {
  'Master Data': IconDatabase,
  Transactions: IconTransfer,
  Reports: IconChartBar,
  Control: IconShieldCheck,
  'User Management': IconUsers,
}

type MenuScreen = (typeof menuScreens)[number]

const DashboardIcon = MENU_ICONS[dashboardScreen.icon]

interface SideMenuProps {
  /** Called after a choice, so that a menu over the page can close. */
  readonly onChoice: () => void
}

export function SideMenu({ onChoice }: SideMenuProps) {
  const who = principalOf(useSession())
  const offers = useOffers()
  const { pathname } = useLocation()
  return (
    <div className={classes.menu}>
      <NavLink
        renderRoot={(props) => <Link to={dashboardScreen.path} {...props} />}
        label={dashboardScreen.title}
        leftSection={<DashboardIcon size={20} aria-hidden />}
        active={pathname === dashboardScreen.path}
        aria-current={pathname === dashboardScreen.path ? 'page' : undefined}
        onClick={onChoice}
        classNames={{ root: classes.entry }}
      />
      {MENU_GROUPS.map((group) => {
        const entries = menuScreens.filter(
          (screen) =>
            screen.group === group &&
            showsInMenu(screen.access, who) &&
            (!('offer' in screen) || offers.includes(screen.offer)),
        )
        return entries.length === 0 ? null : (
          <MenuSection key={group} group={group} entries={entries} onChoice={onChoice} />
        )
      })}
    </div>
  )
}

interface MenuSectionProps extends SideMenuProps {
  readonly group: MenuGroup
  readonly entries: readonly MenuScreen[]
}

/** A group: collapsed at first, and opened whenever one of its pages is opened. */
function MenuSection({ group, entries, onChoice }: MenuSectionProps) {
  const { pathname } = useLocation()
  const current = entries.find((screen) => screen.path === pathname)?.path ?? null
  const [opened, setOpened] = useState(current !== null)
  const [previous, setPrevious] = useState(current)
  if (current !== previous) {
    setPrevious(current)
    if (current !== null) setOpened(true)
  }
  const GroupIcon = GROUP_ICONS[group]
  return (
    <NavLink
      component="button"
      type="button"
      label={
        // The count of a closed group is that of its entries.
        group === 'Control' && !opened ? (
          <span className={classes.counted}>
            {group}
            <ExceptionMark />
          </span>
        ) : (
          group
        )
      }
      leftSection={<GroupIcon size={20} aria-hidden />}
      opened={opened}
      aria-expanded={opened}
      onChange={setOpened}
      childrenOffset={12}
      classNames={{ root: classes.entry }}
    >
      {entries.map((screen) => {
        const EntryIcon = MENU_ICONS[screen.icon]
        const isCurrent = screen.path === current
        return (
          <NavLink
            key={screen.path}
            renderRoot={(props) => <Link to={screen.path} {...props} />}
            label={screen.menu}
            rightSection={screen.path === exceptionsScreen.path ? <ExceptionMark /> : undefined}
            leftSection={<EntryIcon size={18} aria-hidden />}
            active={isCurrent}
            aria-current={isCurrent ? 'page' : undefined}
            onClick={onChoice}
            classNames={{ root: classes.entry }}
          />
        )
      })}
    </NavLink>
  )
}
