/** Notices: 3 seconds, or longer where the text says so (specification.md section 9), one at a time, in the space reserved in the top bar. */
import { Fragment, type ReactNode } from 'react'
import { IconCheck, IconExclamationMark, IconInfoCircle } from '@tabler/icons-react'
import { notifications, notificationsStore } from '@mantine/notifications'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { LONG_NOTICE_MS, NOTICE_MS } from '#contract/constants.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import classes from '#console/ui/notify.module.css'

type Tone = keyof typeof TONES

const TONES = {
  success: { color: 'green', icon: <IconCheck size={18} />, role: 'status' },
  concern: { color: 'amber', icon: <IconInfoCircle size={18} />, role: 'status' },
  failure: { color: 'red', icon: <IconExclamationMark size={18} />, role: 'alert' },
} as const

const CLOSE = { 'aria-label': shellTexts.closeNotice, size: TOUCH_TARGET_PX, iconSize: 18 }

/** The text of a notice, in sentences. */
interface Said {
  readonly tone: Tone
  readonly sentences: readonly string[]
  readonly forMs: number
}

/** The texts by the id of their notice. */
const said = new Map<string, Said>()

// Set before the container of the notices is mounted.
notificationsStore.updateState((state) => ({ ...state, limit: 1 }))

/** Reports a success. */
export function notifySuccess(message: string, forMs: number = NOTICE_MS): void {
  tell({ tone: 'success', sentences: [message], forMs })
}

/** Reports a problem that stops no work: calmly, for as long as it takes to read. */
export function notifyConcern(message: string): void {
  tell({ tone: 'concern', sentences: [message], forMs: LONG_NOTICE_MS })
}

/** Reports a failure. */
export function notifyFailure(message: string, forMs: number = NOTICE_MS): void {
  tell({ tone: 'failure', sentences: [message], forMs })
}

/** Reports the results of related operations in one notice, failures first. */
export function notifyOutcome(failures: readonly string[], successes: readonly string[]): void {
  const sentences = [...failures, ...successes]
  if (sentences.length === 0) return
  tell({ tone: failures.length > 0 ? 'failure' : 'success', sentences, forMs: NOTICE_MS })
}

/** Queues messages while a notice is up, then shows them in one. A failure does not wait behind anything calmer. */
function tell(next: Said): void {
  const up = ownIn('notifications')
  if (up && next.tone === 'failure' && up.said.tone !== 'failure') {
    show(next)
    // A concern comes again after the failure. A success would then read like the end of what has just failed.
    if (up.said.tone === 'success') notifications.hide(up.id)
    return
  }
  const waiting = ownIn('queue')
  if (!waiting) {
    show(next)
    return
  }
  const both = joined(waiting.said, next)
  said.set(waiting.id, both)
  notifications.update({ ...drawn(both), id: waiting.id })
}

function show(next: Said): void {
  const id = notifications.show({ ...drawn(next), onClose: () => said.delete(id) })
  said.set(id, next)
}

/** The first of our notices that is up, or that waits. */
function ownIn(place: 'notifications' | 'queue'): { id: string; said: Said } | undefined {
  for (const { id = '' } of notificationsStore.getState()[place]) {
    const known = said.get(id)
    if (known) return { id, said: known }
  }
  return undefined
}

/** Joins two messages, the failure first. */
function joined(one: Said, other: Said): Said {
  const [first, second] = isBefore(other, one) ? [other, one] : [one, other]
  return {
    tone: first.tone,
    sentences: [...new Set([...first.sentences, ...second.sentences])],
    forMs: Math.max(one.forMs, other.forMs),
  }
}

/** The order of messages by tone. */
const ORDER: readonly Tone[] = ['failure', 'concern', 'success']

function isBefore(one: Said, other: Said): boolean {
  return ORDER.indexOf(one.tone) < ORDER.indexOf(other.tone)
}

function drawn({ tone, sentences, forMs }: Said) {
  return {
    ...TONES[tone],
    message: <Sentences sentences={sentences} />,
    position: 'top-center' as const,
    autoClose: forMs,
    // The library shows what is most urgent and queues the rest.
    priority: tone === 'failure' ? 1 : 0,
    closeButtonProps: CLOSE,
  }
}

/** Shows as many sentences as fit; screen readers get the rest. */
function Sentences({ sentences }: Pick<Said, 'sentences'>): ReactNode {
  return (
    <div className={classes.words} title={sentences.join(' ')}>
      {sentences.map((sentence, nth) => (
        <Fragment key={sentence}>
          {nth > 0 && ' · '}
          <span>{sentence}</span>
        </Fragment>
      ))}
    </div>
  )
}
