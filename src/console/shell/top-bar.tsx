/** The top bar: menu button, mark, greeting, settings, logout (specification.md section 2). */
import { useState, type Ref } from 'react'
import { ActionIcon, Burger, Group, Menu, Text, Tooltip } from '@mantine/core'
import {
  IconAdjustments,
  IconKey,
  IconLogout,
  IconPlugConnected,
  IconSettings,
  IconShieldLock,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { opensRoute } from '#contract/access.ts'
import { PRODUCT_NAME } from '#contract/constants.ts'
import { preferenceTexts } from '#contract/texts/preference-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { VERSION } from '#contract/version.ts'
import { useOffers } from '#console/data/api/config.ts'
import { logOut } from '#console/data/api/log-out.ts'
import { FindButton } from '#console/find/find-button.tsx'
import { OfflineBanner } from '#console/pwa/offline-banner.tsx'
import { dashboardScreen, netsuiteSetupScreen, securityScreen } from '#console/screens/registry.ts'
import { principalOf, useSession } from '#console/session/session.ts'
import { ChangePassword } from '#console/shell/change-password-dialog.tsx'
import { SchemeMenu } from '#console/shell/scheme-menu.tsx'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { Confirm } from '#console/ui/confirm.tsx'
import { lazyDialog } from '#console/ui/lazy/lazy-dialog.tsx'
import { Mark } from '#console/ui/mark.tsx'
import classes from '#console/shell/top-bar.module.css'

const PreferencesDialog = lazyDialog(() =>
  import('#console/shell/preferences-dialog.tsx').then((m) => m.PreferencesDialog),
)

const KEY = <IconKey size={20} aria-hidden />
const ADJUST = <IconAdjustments size={20} aria-hidden />
const LEAVE = <IconLogout size={20} aria-hidden />

interface TopBarProps {
  readonly menuOpened: boolean
  readonly onMenu: () => void
  readonly burger: Ref<HTMLButtonElement>
}

export function TopBar({ menuOpened, onMenu, burger }: TopBarProps) {
  const session = useSession()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'logout' | 'password' | 'preferences' | null>(null)
  const hasSecurity = useOffers().includes(securityScreen.offer) && session.twoFactorVerified
  const setsUpErp = opensRoute(netsuiteSetupScreen.menuAccess, principalOf(session))
  const actions = [
    { title: shellTexts.changePassword, icon: KEY, run: () => setDialog('password') },
    { title: preferenceTexts.title, icon: ADJUST, run: () => setDialog('preferences') },
    { title: shellTexts.logout, icon: LEAVE, run: () => setDialog('logout') },
  ]
  return (
    <div className={classes.bar}>
      <Group gap="xs" wrap="nowrap">
        <Burger
          ref={burger}
          opened={menuOpened}
          onClick={onMenu}
          size="sm"
          className={classes.burger}
          aria-expanded={menuOpened}
          aria-label={menuOpened ? shellTexts.closeMenu : shellTexts.openMenu}
        />
        <Link to={dashboardScreen.path} className={classes.brand} aria-label={PRODUCT_NAME}>
          <Mark size={28} />
          <span className={classes.name}>{PRODUCT_NAME}</span>
        </Link>
      </Group>
      <div className={classes.status}>
        <OfflineBanner />
        <Text className={classes.greeting}>{shellTexts.greeting(session.username ?? '')}</Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <FindButton actions={actions} />
        <SchemeMenu />
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <ActionIcon size={TOUCH_TARGET_PX} aria-label={shellTexts.settings}>
              <IconSettings aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconKey size={18} aria-hidden />}
              onClick={() => setDialog('password')}
            >
              {shellTexts.changePassword}
            </Menu.Item>
            {hasSecurity && (
              <Menu.Item
                leftSection={<IconShieldLock size={18} aria-hidden />}
                onClick={() => void navigate({ to: securityScreen.path })}
              >
                {securityScreen.title}
              </Menu.Item>
            )}
            {setsUpErp && (
              <Menu.Item
                leftSection={<IconPlugConnected size={18} aria-hidden />}
                onClick={() => void navigate({ to: netsuiteSetupScreen.path })}
              >
                {netsuiteSetupScreen.title}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconAdjustments size={18} aria-hidden />}
              onClick={() => setDialog('preferences')}
            >
              {preferenceTexts.title}
            </Menu.Item>
            <Menu.Label>{shellTexts.version(VERSION)}</Menu.Label>
          </Menu.Dropdown>
        </Menu>
        <Tooltip label={shellTexts.logout} withinPortal={false}>
          <ActionIcon
            size={TOUCH_TARGET_PX}
            aria-label={shellTexts.logout}
            onClick={() => setDialog('logout')}
          >
            <IconLogout aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {dialog === 'logout' && (
        <Confirm
          title={shellTexts.confirmLogout}
          text={shellTexts.confirmLogoutText}
          yes={shellTexts.logout}
          onYes={logOut}
          onCancel={() => setDialog(null)}
        />
      )}
      {dialog === 'preferences' && <PreferencesDialog onClose={() => setDialog(null)} />}
      {dialog === 'password' && <ChangePassword onClose={() => setDialog(null)} />}
    </div>
  )
}
