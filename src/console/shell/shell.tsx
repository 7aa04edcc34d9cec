/** The frame around the protected screens. */
import {
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { Alert, AppShell, Button, Group, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { isYes } from '#contract/access.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { logOut } from '#console/data/api/log-out.ts'
import { profileQuery } from '#console/data/collections/queries.ts'
import { clearStaleSyncFlags } from '#console/data/collections/sync.ts'
import { applyDateFormat, usePreference } from '#console/preferences/preferences.ts'
import { keepPreferences } from '#console/preferences/server-preferences.ts'
import { StepUp } from '#console/factors/step-up.tsx'
import { UnsavedCodes } from '#console/factors/unsaved-codes-dialog.tsx'
import { InstallHelp } from '#console/pwa/install-help.tsx'
import { markStorageUsed } from '#console/pwa/storage.ts'
import { FeatureStep } from '#console/screens/public/sign-in-transition.tsx'
import { protectedScreens } from '#console/screens/registry.ts'
import { watchForWarning } from '#console/session/clock.ts'
import { onRightsChange, useSession } from '#console/session/session.ts'
import { changeFlags } from '#console/session/steps.ts'
import { stageOf } from '#console/session/stage.ts'
import { DrawerHandle } from '#console/shell/drawer-handle.tsx'
import { ExceptionCount } from '#console/shell/exception-count.tsx'
import { ExpiryDialog } from '#console/shell/expiry-dialog.tsx'
import { SideMenu } from '#console/shell/side-menu.tsx'
import { TopBar } from '#console/shell/top-bar.tsx'
import { DRAWER_BESIDE_FROM_PX, useDrawer } from '#console/shell/use-drawer.ts'
import { ScreenComing } from '#console/ui/lazy/lazy-screen.tsx'
import { usePageTitle } from '#console/ui/page-title.ts'
import { Queries } from '#console/ui/queries.tsx'
import classes from '#console/shell/shell.module.css'

// Before the first table is made.
applyDateFormat()

export function Shell() {
  return (
    <Queries>
      <ScreenInFrame />
    </Queries>
  )
}

function ScreenInFrame() {
  const session = useSession()
  const { pathname } = useLocation()
  const [ending, setEnding] = useState(false)
  const router = useRouter()
  // The guard runs again, however the rights changed: the current screen may have lost its flag. A layout effect, because
  // the effects of children already change rights.
  useLayoutEffect(() => onRightsChange(() => void router.invalidate()), [router])
  useEffect(() => watchForWarning(() => setEnding(true)), [])
  // A person who leaves a screen no longer waits for a pull that began long ago (specification.md section 4).
  useEffect(() => () => clearStaleSyncFlags(Date.now()), [pathname])
  useEffect(markStorageUsed, [])
  usePageTitle(protectedScreens.find(({ path }) => path === pathname)?.title ?? null)
  const stage = stageOf(session)
  // The session has ended: nothing is rendered until the login appears.
  if (stage === 'login') return null
  // Holds back every screen until the flags are known.
  if (stage === 'feature-step') return <FeatureStep />
  return (
    <Frame>
      <OwnFlags />
      <OwnPreferences />
      <ExceptionCount />
      <InstallHelp />
      {!session.twoFactorVerified && <SecondFactorNeeded />}
      <Screen />
      <UnsavedCodes />
      <StepUp />
      {ending && <ExpiryDialog onClose={() => setEnding(false)} />}
    </Frame>
  )
}

/**
 * The current screen, rendered just after the frame: newly mounted content cannot be rendered in slices.
 * The first visit to a kind of screen waits for its code. Without a boundary here React would hide the whole
 * frame meanwhile, and a menu group that opens while hidden never shows its entries.
 */
function Screen() {
  return (
    useDeferredValue(true, false) && (
      <Suspense fallback={<ScreenComing />}>
        <Outlet />
      </Suspense>
    )
  )
}

/** Top bar, side menu and the current screen. */
function Frame({ children }: { readonly children: ReactNode }) {
  const drawer = useDrawer()
  const menu = useRef<HTMLElement>(null)
  const burger = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLElement>(null)
  const { isOpen, isOver } = drawer
  // A menu that was never opened costs a third of the first render; once mounted it stays, with its open groups.
  const [isDrawn, setIsDrawn] = useState(isOpen)
  if (isOpen && !isDrawn) setIsDrawn(true)
  useEffect(() => {
    if (isOver) menu.current?.querySelector('a')?.focus()
  }, [isOver])
  const toContent = (event: MouseEvent): void => {
    // Its own address would add a history step that Back visits.
    event.preventDefault()
    content.current?.focus()
  }
  const choose = (): void => {
    drawer.leave()
    if (isOver) content.current?.focus({ preventScroll: true })
  }
  const close = (): void => {
    drawer.leave()
    burger.current?.focus()
  }
  return (
    <AppShell
      header={{ height: 'var(--top-bar-height)' }}
      navbar={{
        width: drawer.width,
        breakpoint: DRAWER_BESIDE_FROM_PX,
        collapsed: { mobile: !isOpen, desktop: !isOpen },
      }}
      padding="md"
      transitionDuration={0}
      className={classes.frame}
    >
      <a href="#content" className={classes.skip} onClick={toContent}>
        {shellTexts.skipToContent}
      </a>
      <AppShell.Header>
        <TopBar menuOpened={isOpen} onMenu={drawer.toggle} burger={burger} />
      </AppShell.Header>
      {isOver && <div aria-hidden className={classes.beyond} onClick={close} />}
      <AppShell.Navbar
        // The library's type requires two elements at once.
        ref={(element: HTMLElement | null) => {
          menu.current = element
        }}
        aria-label={shellTexts.mainMenu}
        className={classes.navbar}
        // What is off screen must not be reachable by keyboard.
        inert={!isOpen}
        onKeyDown={(event) => {
          if (isOver && event.key === 'Escape') close()
        }}
      >
        <div className={classes.scrolls}>{isDrawn && <SideMenu onChoice={choose} />}</div>
        <DrawerHandle width={drawer.width} onWidth={drawer.setWidth} />
      </AppShell.Navbar>
      <AppShell.Main
        ref={content}
        id="content"
        tabIndex={-1}
        className={classes.main}
        data-beside={(isOpen && !isOver) || undefined}
      >
        {children}
      </AppShell.Main>
    </AppShell>
  )
}

/**
 * Applies granted and revoked flags with the next refresh of the profile (decisions/console/rights.md).
 * A component of its own, so that the frame does not render again when the profile arrives.
 */
function OwnFlags() {
  const { isSuperAdmin, tokenCreatedAt, twoFactorVerified } = useSession()
  const { data, dataUpdatedAt } = useQuery({ ...profileQuery(), enabled: twoFactorVerified })
  useEffect(() => {
    // A token brings flags too, which an older profile must not undo.
    if (!data?.features || dataUpdatedAt < (tokenCreatedAt ?? 0)) return
    changeFlags(data.features, isYes(data.is_super_admin ?? isSuperAdmin))
  }, [data, dataUpdatedAt, isSuperAdmin, tokenCreatedAt])
  return null
}

/** Reads and writes the preferences of the person, where the server keeps them; the scheme follows. */
function OwnPreferences() {
  const { username, twoFactorVerified } = useSession()
  const isOffered = useOffers().includes('preferences')
  const scheme = usePreference('scheme')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (!isOffered || !twoFactorVerified || username === null) return undefined
    return keepPreferences(username)
  }, [isOffered, twoFactorVerified, username])
  useEffect(() => {
    if (colorScheme !== scheme) setColorScheme(scheme)
  }, [colorScheme, scheme, setColorScheme])
  return null
}

/** After a skipped setup the server sends no data: says why and links to the setup (decisions/console/second-factor.md). */
function SecondFactorNeeded() {
  const navigate = useNavigate()
  const setUp = (): void => void navigate({ to: '/2fa-setup' })
  return (
    <Alert color="amber" role="status" mb="md">
      <Group justify="space-between">
        {signInTexts.twoFactorNeeded}
        <Group gap="xs">
          <Button size="xs" onClick={setUp}>
            {signInTexts.setupTitle}
          </Button>
          <Button size="xs" variant="default" onClick={logOut}>
            {shellTexts.logout}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
