/** The menu of saved views: open one, and what can be done with the open one. */
import { Menu, Text } from '@mantine/core'
import {
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconRestore,
  IconShare,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { faults, explain } from '#contract/faults.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import type { SavedView } from '#contract/views/saved-views.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { isSameAdmin, useSession } from '#console/session/session.ts'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'
import { INSTALLED_ID } from '#console/views/open-view.ts'
import { chooseDefault, updateView, ViewConflict } from '#console/views/save-views.ts'
import type { ViewQuestion } from '#console/views/view-questions.ts'
import type { ViewsButtonProps } from '#console/views/view-questions.ts'
import classes from '#console/views/views-menu.module.css'

interface ViewsMenuProps extends ViewsButtonProps {
  readonly onQuestion: (question: ViewQuestion) => void
}

export function ViewsMenu(props: ViewsMenuProps) {
  const { views, defaults, open } = props.views
  const { username } = useSession()
  const isMine = ({ owner }: SavedView): boolean => isSameAdmin(owner, username ?? '')
  const mine = views?.filter(isMine) ?? []
  const shared = views?.filter((view) => !isMine(view)) ?? []
  const sections = [
    { title: viewTexts.mine, list: mine },
    { title: viewTexts.shared, list: shared },
  ]
  return (
    <Menu.Dropdown className={classes.menu}>
      {mine.length + shared.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.none}>
          {viewTexts.none}
        </Text>
      )}
      {sections.map(
        ({ title, list }) =>
          list.length > 0 && (
            <div key={title} role="group" aria-label={title}>
              <Menu.Label>{title}</Menu.Label>
              {list.map((view) => (
                <ViewEntry
                  key={view.id}
                  view={view}
                  by={isMine(view) ? null : view.owner}
                  isOpen={open?.id === view.id}
                  isMyDefault={defaults.mine === view.id}
                  isDefaultForEveryone={defaults.everyone === view.id}
                  onOpen={() => props.onOpen(view.id)}
                />
              ))}
            </div>
          ),
      )}
      <Menu.Divider />
      <Entry
        Sign={IconRestore}
        text={viewTexts.asInstalled}
        onPress={() => props.onOpen(INSTALLED_ID)}
      />
      <Menu.Divider />
      <Actions {...props} />
    </Menu.Dropdown>
  )
}

interface ViewEntryProps {
  readonly view: SavedView
  /** The owner of a view that somebody else shares. */
  readonly by: string | null
  readonly isOpen: boolean
  readonly isMyDefault: boolean
  readonly isDefaultForEveryone: boolean
  readonly onOpen: () => void
}

function ViewEntry(props: ViewEntryProps) {
  const { view, by, isOpen, isMyDefault, isDefaultForEveryone, onOpen } = props
  const facts = [
    ...(by === null ? [] : [viewTexts.by(by)]),
    ...(isMyDefault ? [viewTexts.myDefault] : []),
    ...(isDefaultForEveryone ? [viewTexts.defaultForEveryone] : []),
  ]
  return (
    <Menu.Item
      leftSection={
        isOpen ? <IconCheck size={18} aria-hidden /> : <IconBookmark size={18} aria-hidden />
      }
      aria-current={isOpen || undefined}
      onClick={onOpen}
    >
      <span className={classes.name}>{view.name}</span>
      {facts.length > 0 && (
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
    </Menu.Item>
  )
}

/** What can be done with what the list shows, and with the open view. */
function Actions({ path, views, isChanged, presentConfig, onSaved, onQuestion }: ViewsMenuProps) {
  const client = useQueryClient()
  const online = useOnline()
  const { isSuperAdmin, username } = useSession()
  const { open, defaults } = views
  const saved = open?.saved ?? null
  const mayChange = saved !== null && (isSuperAdmin || isSameAdmin(saved.owner, username ?? ''))
  const update = async (): Promise<void> => {
    if (!open || !saved) return
    const config = presentConfig()
    try {
      onSaved(open, await updateView(client, saved, { config: { ...config } }))
      notifySuccess(viewTexts.saved(saved.name))
    } catch (thrown) {
      if (thrown instanceof ViewConflict)
        onQuestion({ kind: 'conflict', before: saved, present: thrown.present, config })
      else notifyFailure(explain(faultFacts(thrown), faults.view))
    }
  }
  const choose = async (whose: 'me' | 'everyone', isNow: boolean): Promise<void> => {
    if (!saved) return
    try {
      await chooseDefault(client, saved.screen, whose, isNow ? null : saved.id)
      notifySuccess(isNow ? viewTexts.defaultDropped : viewTexts.defaultSet(saved.name))
    } catch (thrown) {
      notifyFailure(explain(faultFacts(thrown), faults.view))
    }
  }
  const isMyDefault = saved !== null && defaults.mine === saved.id
  const isForEveryone = saved !== null && defaults.everyone === saved.id
  return (
    <>
      {saved && mayChange && isChanged && (
        <Entry
          Sign={IconDeviceFloppy}
          text={viewTexts.update(saved.name)}
          isOff={!online}
          onPress={() => void update()}
        />
      )}
      <Entry
        Sign={IconPlus}
        text={viewTexts.saveAsNew}
        isOff={!online}
        onPress={() => onQuestion({ kind: 'new', name: '', config: presentConfig() })}
      />
      {saved && (
        <>
          <Entry
            Sign={IconLink}
            text={viewTexts.copyLink}
            onPress={() => void copyLink(path, saved.id)}
          />
          <Entry
            Sign={isMyDefault ? IconPinnedOff : IconPin}
            text={isMyDefault ? viewTexts.dropMyDefault : viewTexts.makeMyDefault}
            isOff={!online}
            onPress={() => void choose('me', isMyDefault)}
          />
          {isSuperAdmin && saved.audience === 'everyone' && (
            <Entry
              Sign={isForEveryone ? IconPinnedOff : IconPin}
              text={
                isForEveryone ? viewTexts.dropDefaultForEveryone : viewTexts.makeDefaultForEveryone
              }
              isOff={!online}
              onPress={() => void choose('everyone', isForEveryone)}
            />
          )}
        </>
      )}
      {saved && mayChange && (
        <>
          <Entry
            Sign={IconPencil}
            text={viewTexts.rename}
            isOff={!online}
            onPress={() => onQuestion({ kind: 'rename', view: saved })}
          />
          <Entry
            Sign={IconShare}
            text={viewTexts.share}
            isOff={!online}
            onPress={() => onQuestion({ kind: 'share', view: saved })}
          />
          <Entry
            Sign={IconTrash}
            text={viewTexts.remove}
            isOff={!online}
            onPress={() => onQuestion({ kind: 'delete', view: saved })}
          />
        </>
      )}
      {!online && (
        <Text size="sm" c="dimmed" className={classes.none}>
          {deviceTexts.offlineReason}
        </Text>
      )}
    </>
  )
}

interface EntryProps {
  readonly Sign: Icon
  readonly text: string
  readonly isOff?: boolean
  readonly onPress: () => void
}

function Entry({ Sign, text, isOff = false, onPress }: EntryProps) {
  return (
    <Menu.Item leftSection={<Sign size={18} aria-hidden />} disabled={isOff} onClick={onPress}>
      {text}
    </Menu.Item>
  )
}

async function copyLink(path: string, id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${window.location.origin}${path}?view=${id}`)
    notifySuccess(viewTexts.linkCopied)
  } catch {
    notifyFailure(viewTexts.linkRefused)
  }
}
