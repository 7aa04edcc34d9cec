/** The actions for some exceptions, or for a whole cause. */
import { useState } from 'react'
import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDots, IconRefresh } from '@tabler/icons-react'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { startOfDay } from '#console/rows/formats.ts'
import { dayOf } from '#console/rows/days.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import type { CaseChange } from '#console/data/exceptions/act-on-cases.ts'
import { useChangeDialog } from '#console/screens/exceptions/change-dialog-provider.tsx'
import {
  copyForSupport,
  applyChange,
  type Target,
  tryAgain,
} from '#console/screens/exceptions/submit-change.ts'
import { isAutomatic, retryRefusal } from '#console/screens/exceptions/retry-rules.ts'
import { useSession } from '#console/session/session.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import classes from '#console/screens/exceptions/exceptions.module.css'

interface CaseActionsProps {
  readonly target: Target
  /** Whether the server keeps states. */
  readonly hasCases: boolean
  /** Retries have begun. */
  readonly onRetry: (ids: readonly string[]) => void
  /** Whether the next step is shown above the actions. */
  readonly isBelowSteps?: boolean
}

export function CaseActions({ target, hasCases, onRetry, isBelowSteps = false }: CaseActionsProps) {
  const { isSuperAdmin } = useSession()
  const [busy, setBusy] = useState<'again' | 'change' | null>(null)
  const act = async (change: CaseChange): Promise<void> => {
    setBusy('change')
    await applyChange(change, target)
    setBusy(null)
  }
  const again = async (): Promise<void> => {
    setBusy('again')
    const ids = await tryAgain(target)
    setBusy(null)
    if (ids.length > 0) onRetry(ids)
  }
  if (!hasCases) return <CopyButton target={target} />
  const refused = retryRefusal(target.stated, isSuperAdmin)
  const reason = refused && [refused.why, refused.first ?? []].flat().join(' ')
  const canAcknowledge = target.stated.some(({ state }) => state === 'new')
  return (
    <>
      <ConnectedButton
        variant={isAutomatic(target.stated) ? 'default' : 'filled'}
        label={recordTexts.tryAgain}
        busy={busy === 'again'}
        refusal={reason}
        icon={<IconRefresh size={18} aria-hidden />}
        onClick={() => void again()}
      />
      <ConnectedButton
        label={exceptionScreenTexts.acknowledge}
        busy={busy === 'change'}
        refusal={canAcknowledge ? undefined : exceptionScreenTexts.nothingNew}
        icon={<IconCheck size={18} aria-hidden />}
        onClick={() => void act({ action: 'acknowledge' })}
      />
      <MoreActions target={target} act={(change) => void act(change)} />
      {/* Touch screens have no tooltips. */}
      {refused && (
        <Text size="sm" c="dimmed" className={classes.refused}>
          {isBelowSteps ? refused.why : reason}
        </Text>
      )}
    </>
  )
}

function CopyButton({ target }: { readonly target: Target }) {
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={18} aria-hidden />}
      onClick={() => void copyForSupport(target)}
    >
      {exceptionScreenTexts.copySupport}
    </Button>
  )
}

interface MoreActionsProps {
  readonly target: Target
  readonly act: (change: CaseChange) => void
}

function MoreActions({ target, act }: MoreActionsProps) {
  const { isSuperAdmin, username } = useSession()
  const online = useOnline()
  const { ask } = useChangeDialog()
  const texts = exceptionScreenTexts
  const states = new Set(target.stated.map(({ state }) => state))
  // What was resolved by hand is for whoever may resolve it.
  const canReopen = states.has('resolved') ? isSuperAdmin : states.has('acknowledged')
  const item = (label: string, onClick: () => void, isOff = false) => (
    <Menu.Item key={label} mih={TOUCH_TARGET_PX} disabled={!online || isOff} onClick={onClick}>
      {label}
    </Menu.Item>
  )
  const snooze = (label: string, until: string | null) =>
    item(label, () => act({ action: 'snooze', until }))
  return (
    <Menu position="bottom-end" middlewares={WITHIN_SCREEN} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={18} aria-hidden />}>
          {texts.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.more}>
        {!online && <Menu.Label>{deviceTexts.offlineReason}</Menu.Label>}
        {username !== null && item(texts.take, () => act({ action: 'assign', assignee: username }))}
        {isSuperAdmin && item(texts.assign, () => ask('assign', target))}
        {item(texts.note, () => ask('note', target))}
        {isSuperAdmin && item(texts.resolve, () => ask('resolve', target))}
        {canReopen && item(texts.reopen, () => act({ action: 'reopen' }))}
        <Menu.Divider />
        <Menu.Label>{texts.snooze}</Menu.Label>
        {snooze(texts.forHour, isoAfter(HOUR_MS))}
        {snooze(texts.untilTomorrow, tomorrowAtSix())}
        {snooze(texts.forWeek, isoAfter(7 * 24 * HOUR_MS))}
        {states.has('snoozed') && snooze(texts.endSnooze, null)}
        <Menu.Divider />
        <Menu.Item
          mih={TOUCH_TARGET_PX}
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copyForSupport(target)}
        >
          {texts.copySupport}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Neither place beside the button holds the whole menu on a low screen: it is moved instead, over the button. */
const WITHIN_SCREEN = { flip: false, shift: { crossAxis: true, padding: 8 } }

const HOUR_MS = 3_600_000
const SIX = 6

function isoAfter(ms: number): string {
  return new Date(serverNow() + ms).toISOString()
}

/** When the early shift begins, in the device's time zone. */
function tomorrowAtSix(): string {
  const now = serverNow()
  const tomorrow = new Date(startOfDay(dayOf(now), 1) ?? now)
  tomorrow.setHours(SIX)
  return tomorrow.toISOString()
}
