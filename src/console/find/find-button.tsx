/** The button in the top bar that opens the box, its shortcuts, and the scans that do without. */
import { useEffect } from 'react'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { closeBox, openBox, useOpenedBox } from '#console/find/box-state.ts'
import { EarlyKeys } from '#console/find/early-keys.ts'
import type { FindAction } from '#console/find/find-line.tsx'
import { BOX_SHORTCUTS } from '#console/find/keys.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { lazyDialog } from '#console/ui/lazy/lazy-dialog.tsx'
import { takeScans } from '#console/ui/scanner/scans.ts'
import { whenIdle } from '#console/ui/when-idle.ts'

const FindBox = lazyDialog(
  () => import('#console/find/find-box.tsx').then((m) => m.FindBox),
  EarlyKeys,
)

const machine = () => import('#console/find/machine.ts')

/** Elements where '/' is typed, or that are on top of the page. */
const OWN_KEYS = 'input:not([type="checkbox"]), textarea, select, [role="dialog"]'
const SHORTCUT = '/'

interface FindButtonProps {
  readonly actions: readonly FindAction[]
}

export function FindButton({ actions }: FindButtonProps) {
  const box = useOpenedBox()
  const router = useRouter()
  useMachine()
  useEffect(
    () =>
      takeScans((reading) => {
        machine().then(
          ({ handleScan }) => handleScan(router, reading),
          // The box says what is missing, and offers to try again.
          () => openBox(reading),
        )
      }),
    [router],
  )
  useEffect(() => closeBox, [])
  useWindowEvent('keydown', (event) => {
    if (box !== null || !asksForBox(event)) return
    event.preventDefault()
    openBox()
  })
  return (
    <>
      <Tooltip label={findTexts.title} withinPortal={false}>
        <ActionIcon
          size={TOUCH_TARGET_PX}
          aria-label={findTexts.title}
          aria-haspopup="dialog"
          aria-keyshortcuts={BOX_SHORTCUTS}
          onClick={() => openBox()}
        >
          <IconSearch aria-hidden />
        </ActionIcon>
      </Tooltip>
      {box && <FindBox box={box} actions={actions} onClose={closeBox} />}
    </>
  )
}

/** Starts what works behind the box and loads the box once the page is idle, and tells it what is opened. */
function useMachine(): void {
  useEffect(() => {
    let isOver = false
    let stop = (): void => {}
    const stopWaiting = whenIdle(() => {
      machine().then(
        ({ startMachine }) => {
          if (isOver) return
          stop = startMachine()
          void FindBox.preload()
        },
        // Loaded with the box.
        () => undefined,
      )
    })
    return () => {
      isOver = true
      stopWaiting()
      stop()
    }
  }, [])
  const pathname = useLocation({ select: (place) => place.pathname })
  const open = useLocation({ select: ({ search }) => search.open })
  useEffect(() => {
    if (open === undefined) return
    machine().then(
      ({ noteOpened }) => noteOpened(pathname, open),
      () => undefined,
    )
  }, [pathname, open])
}

/** Control or Command with K everywhere; a slash where it searches no list and is not typed. */
function asksForBox({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return !shiftKey && key.toLowerCase() === 'k'
  if (key !== SHORTCUT) return false
  const isTyping = target instanceof Element && target.closest(OWN_KEYS) !== null
  return !isTyping && document.querySelector(`[aria-keyshortcuts="${SHORTCUT}"]`) === null
}
