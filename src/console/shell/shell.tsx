/** The frame around the protected screens. */
import { useEffect, useState } from 'react'
import { Alert, AppShell, Button, Group } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { isYes } from '#contract/access.ts'
import { DRAWER_WIDTH_PX } from '#contract/constants.ts'
import { messages } from '#contract/messages.ts'
import { logOut } from '#console/data/log-out.ts'
import { profileQuery } from '#console/data/queries.ts'
import { clearStaleSyncFlags } from '#console/data/sync.ts'
import { InstallHelp } from '#console/pwa/install-help.tsx'
import { OfflineBanner } from '#console/pwa/offline-banner.tsx'
import { keepStorage } from '#console/pwa/storage.ts'
import { FeatureStep } from '#console/screens/public/entering.tsx'
import { watchForWarning } from '#console/session/clock.ts'
import { changeFlags, useSession } from '#console/session/session.ts'
import { stageOf } from '#console/session/stage.ts'
import { DrawerHandle } from '#console/shell/drawer-handle.tsx'
import { ExpiryDialog } from '#console/shell/expiry-dialog.tsx'
import { SideMenu } from '#console/shell/side-menu.tsx'
import { TopBar } from '#console/shell/top-bar.tsx'
import classes from '#console/shell/shell.module.css'

const TOP_BAR_HEIGHT_PX = 56

export function Shell() {
  const session = useSession()
  const wide = useMediaQuery('(min-width: 900px)', true, { getInitialValueInEffect: false })
  const [overlaid, overlay] = useDisclosure(false)
  const [beside, besideMenu] = useDisclosure(true)
  const [width, setWidth] = useState(DRAWER_WIDTH_PX)
  const [ending, setEnding] = useState(false)
  useEffect(() => watchForWarning(() => setEnding(true)), [])
  useEffect(() => () => clearStaleSyncFlags(Date.now()), [])
  useEffect(keepStorage, [])
  useOwnFlags()
  const stage = stageOf(session)
  // The session has ended: nothing of it is painted until the login is there.
  if (stage === 'login') return null
  if (stage === 'feature-step') return <FlagsFirst />
  return (
    <AppShell
      header={{ height: TOP_BAR_HEIGHT_PX }}
      navbar={{
        width,
        breakpoint: 900,
        collapsed: { mobile: !overlaid, desktop: !beside },
      }}
      padding="md"
      transitionDuration={0}
    >
      <a href="#content" className={classes.skip}>
        {messages.skipToContent}
      </a>
      <AppShell.Header>
        <TopBar
          menuOpened={wide ? beside : overlaid}
          onMenu={wide ? besideMenu.toggle : overlay.toggle}
        />
      </AppShell.Header>
      <AppShell.Navbar aria-label="Main menu" className={classes.navbar}>
        <div className={classes.scrolls}>
          <SideMenu onChoice={overlay.close} />
        </div>
        <DrawerHandle width={width} onWidth={setWidth} />
      </AppShell.Navbar>
      <AppShell.Main id="content" className={classes.main}>
        <OfflineBanner />
        <InstallHelp />
        {!session.twoFactorVerified && <SecondFactorNeeded />}
        <Outlet />
      </AppShell.Main>
      {ending && <ExpiryDialog onClose={() => setEnding(false)} />}
    </AppShell>
  )
}

/** Stands before every screen until the flags are known; then the guard looks again. */
function FlagsFirst() {
  const router = useRouter()
  useEffect(() => () => void router.invalidate(), [router])
  return <FeatureStep />
}

/** A flag that was given or taken away counts from the next refresh of the profile (decisions.md 3.11). */
function useOwnFlags(): void {
  const { twoFactorVerified } = useSession()
  const router = useRouter()
  const { data } = useQuery({ ...profileQuery(), enabled: twoFactorVerified })
  useEffect(() => {
    if (!data?.features || !changeFlags(data.features, isYes(data.is_super_admin))) return
    // The guard looks again: the screen that is shown may have lost its flag.
    void router.invalidate()
  }, [data, router])
}

/** After a skipped set-up the server gives no data: say why, and lead to the set-up (decisions.md 3.10). */
function SecondFactorNeeded() {
  const navigate = useNavigate()
  const setUp = (): void => void navigate({ to: '/2fa-setup' })
  return (
    <Alert color="amber" role="status" mb="md">
      <Group justify="space-between">
        {messages.twoFactorNeeded}
        <Group gap="xs">
          <Button size="xs" onClick={setUp}>
            {messages.setupTitle}
          </Button>
          <Button size="xs" variant="default" onClick={logOut}>
            {messages.logout}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
