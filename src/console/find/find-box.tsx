/** The box that finds anything, over whatever is on the screen (decisions/product/one-box.md). */
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { ActionIcon, Text } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import { IconBarcode, IconSearch, IconX } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import type { OpenBox } from '#console/find/box-state.ts'
import { boxStore, useCloseOnBack } from '#console/find/close-on-back.ts'
import { Announced, Group, MissingLists } from '#console/find/box-parts.tsx'
import { CameraButton, CameraView } from '#console/find/camera-part.tsx'
import type { FindAction, Line, LineGroup } from '#console/find/find-line.tsx'
import { findNow, partsNow } from '#console/find/found-index.ts'
import { STEPS } from '#console/find/keys.ts'
import {
  groupsOf,
  hasWords,
  lineOf,
  presentList,
  recentGroup,
  screensGroup,
} from '#console/find/result-lines.tsx'
import { lookUp } from '#console/find/look-up.ts'
import { readRecent, recentlyOpened } from '#console/find/recent.ts'
import { useSyncAction } from '#console/find/sync-action.tsx'
import { Scanned } from '#console/find/scanned.tsx'
import { useFoundVersion, useHits } from '#console/find/use-hits.ts'
import classes from '#console/find/find-box.module.css'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

interface FindBoxProps {
  readonly box: OpenBox
  readonly actions: readonly FindAction[]
  readonly onClose: () => void
}

export function FindBox({ box, actions, onClose }: FindBoxProps) {
  const leave = useCloseOnBack(onClose)
  const router = useRouter()
  const pathname = useLocation({ select: (place) => place.pathname })
  const listId = useId()
  // Text of an earlier scan must not search below a later one. `isEntered`: Enter was pressed before the search had answered.
  const [typed, setTyped] = useState({ scan: box.scan, ...box.early })
  const isTyped = typed.scan === box.scan
  const query = isTyped ? typed.query : ''
  const [isDone, setDone] = useState(false)
  const [selected, setSelected] = useState({ of: '', key: '' })
  useFoundVersion()
  const { hits, query: answered } = useHits(query, presentList(pathname))
  useEffect(() => {
    void Promise.all([findNow(), readRecent()]).then(() => setDone(true))
  }, [])
  const syncs = useSyncAction()
  const context = { router, onChosen: onClose }
  const search = (text: string): void => setTyped({ scan: box.scan, query: text, isEntered: false })
  const found = box.scan && lookUp(box.scan, partsNow(), recentlyOpened())
  const groups =
    found && query === ''
      ? scanGroups(
          found.hits.map((hit) => lineOf(hit, context)),
          found.text === '' || found.hits.length > 0 ? null : searchLine(found.text, search),
        )
      : [
          ...(query.trim() === ''
            ? recentGroup(recentlyOpened(), partsNow(), context)
            : groupsOf(hits, query, context)),
          ...screensGroup(query, context),
          ...actionsGroup([...syncs, ...actions], query, leave),
        ]
  const lines = groups.flatMap((group) => group.lines)
  const shown = `${query}\n${box.scan?.raw ?? ''}`
  const chosen = selected.of === shown ? lines.findIndex(({ key }) => key === selected.key) : -1
  const at = Math.max(0, chosen)
  const optionId = (nth: number): string => `${listId}-${String(nth)}`
  const select = (nth: number): void => {
    const next = (nth + lines.length) % lines.length
    // A line is chosen by hand now: an Enter from before opens nothing.
    if (typed.isEntered) setTyped({ ...typed, isEntered: false })
    // By its key: lists that arrive meanwhile may put other lines above it.
    setSelected({ of: shown, key: lines[next]?.key ?? '' })
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  /** Whether the lines are still those of an earlier search: their first one is not what was typed. */
  const isBehind = query.trim() !== '' && answered !== query
  const runLine = (): void => lines[at]?.run()
  const enter = (): void => {
    if (isBehind && chosen === -1) setTyped({ scan: box.scan, query, isEntered: true })
    else runLine()
  }
  const runEntered = useEffectEvent(runLine)
  const isEntered = isTyped && typed.isEntered && !isBehind
  useEffect(() => {
    if (isEntered) runEntered()
  }, [isEntered])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (event.key === 'Escape') leave()
    else if (step !== undefined && lines.length > 0) select(at + step)
    else if (event.key === 'Enter' && isOfField(event)) enter()
    else return
    event.preventDefault()
  }
  const [isScanMode, setScanMode] = useState(wasScanMode)
  const [isCameraOn, setCameraOn] = useState(false)
  return (
    <Spotlight.Root
      store={boxStore}
      query={query}
      onQueryChange={search}
      shortcut={null}
      closeOnEscape={false}
      clearQueryOnClose={false}
      onSpotlightClose={leave}
      onKeyDown={onKeyDown}
      transitionProps={NO_TRANSITION}
      centered={false}
      // Locking the scroll lays the whole screen out again, which takes a tablet a tenth of a second.
      lockScroll={false}
      overlayProps={NO_BLUR}
      yOffset="min(80px, 8dvh)"
      size={640}
      title={findTexts.title}
      classNames={PARTS}
    >
      <div className={classes.box}>
        <div className={classes.head}>
          <Spotlight.Search
            ref={focusAtOnce}
            className={classes.field}
            classNames={FIELD}
            size="lg"
            type="text"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
            data-scan
            data-mantine-stop-propagation="true"
            inputMode={isScanMode ? 'none' : 'search'}
            role="combobox"
            aria-label={findTexts.title}
            aria-expanded={lines.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={lines.length > 0 ? optionId(at) : undefined}
            placeholder={findTexts.placeholder}
            leftSection={<IconSearch size={20} aria-hidden />}
          />
          <ActionIcon
            size={TOUCH_TARGET_PX}
            variant={isScanMode ? 'light' : 'subtle'}
            aria-label={findTexts.keyboardOff}
            aria-pressed={isScanMode}
            data-mantine-stop-propagation="true"
            onClick={() => {
              wasScanMode = !isScanMode
              setScanMode(wasScanMode)
            }}
          >
            <IconBarcode aria-hidden />
          </ActionIcon>
          <CameraButton isOn={isCameraOn} onTurn={setCameraOn} />
          <ActionIcon
            size={TOUCH_TARGET_PX}
            aria-label={findTexts.close}
            data-mantine-stop-propagation="true"
            onClick={leave}
          >
            <IconX aria-hidden />
          </ActionIcon>
        </div>
        <CameraView isOn={isCameraOn} onTurn={setCameraOn} />
        {box.scan && found && query === '' && (
          <Scanned key={box.scan.raw} reading={box.scan} found={found} isDone={isDone} />
        )}
        <div id={listId} role="listbox" aria-label={findTexts.results} className={classes.list}>
          {groups.map((group) => (
            <Group key={group.title} group={group} lines={lines} at={at} optionId={optionId} />
          ))}
        </div>
        {query.trim() !== '' && answered === query && lines.length === 0 && (
          <Text className={classes.note}>
            {isDone ? findTexts.nothing(query.trim()) : findTexts.looking}
          </Text>
        )}
        <MissingLists />
        <Announced text={query.trim() === '' ? '' : findTexts.found(lines.length)} />
      </div>
    </Spotlight.Root>
  )
}

/** The library's focus trap waits for a timer, and until then keys go to what is behind the box: Escape would not close it. */
function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true })
}

/** For as long as the page lives: who works with a scanner does so all day. */
let wasScanMode = false

const NO_TRANSITION = { duration: 0 }
/** A blur is slow on a tablet. */
const NO_BLUR = { blur: 0, backgroundOpacity: 0.35 }
const PARTS = {
  overlay: classes.overlay ?? '',
  content: classes.content ?? '',
  header: classes.hidden ?? '',
  body: classes.whole ?? '',
}
const FIELD = { input: classes.input ?? '' }

/** Enter on a button presses the button. */
function isOfField({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement
}

function scanGroups(lines: readonly Line[], search: Line | null): LineGroup[] {
  const all = search === null ? lines : [...lines, search]
  return all.length === 0 ? [] : [{ title: findTexts.scanned, lines: all }]
}

function searchLine(text: string, search: (text: string) => void): Line {
  return {
    key: 'search',
    icon: <IconSearch size={20} aria-hidden />,
    label: findTexts.searchAll(text),
    run: () => search(text),
  }
}

function actionsGroup(
  actions: readonly FindAction[],
  query: string,
  leave: () => void,
): LineGroup[] {
  const lines = actions
    .filter(({ title }) => hasWords(title, query))
    .map(({ title, icon, run }): Line => {
      const act = (): void => {
        leave()
        run()
      }
      return { key: title, icon, label: title, run: act }
    })
  return lines.length === 0 ? [] : [{ title: findTexts.actions, lines }]
}
