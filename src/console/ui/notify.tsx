/** Notices: 3 seconds, longer where the text says so (specification.md section 9), one at a time, in the place that the top bar keeps for them. */
import { Fragment, type ReactNode } from 'react'
import { IconCheck, IconExclamationMark, IconInfoCircle } from '@tabler/icons-react'
import { notifications, notificationsStore } from '@mantine/notifications'
import { LONG_NOTICE_MS, NOTICE_MS } from '#contract/constants.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import classes from '#console/ui/notify.module.css'

type Tone = keyof typeof TONES

const TONES = {
  success: { color: 'green', icon: <IconCheck size={18} />, role: 'status' },
  concern: { color: 'amber', icon: <IconInfoCircle size={18} />, role: 'status' },
  failure: { color: 'red', icon: <IconExclamationMark size={18} />, role: 'alert' },
} as const

const CLOSE = { 'aria-label': 'Close', size: TOUCH_TARGET_PX, iconSize: 18 }

/** What a notice says, in sentences. */
interface Said {
  readonly tone: Tone
  readonly sentences: readonly string[]
  readonly forMs: number
}

/** By the id of their notice. */
const said = new Map<string, Said>()

// Also before there is a place for them.
notificationsStore.updateState((state) => ({ ...state, limit: 1 }))

/** Something worked. */
export function notifySuccess(message: string, forMs: number = NOTICE_MS): void {
  tell({ tone: 'success', sentences: [message], forMs })
}

/** Something is wrong that stops no work: said calmly, for as long as it takes to read. */
export function notifyConcern(message: string): void {
  tell({ tone: 'concern', sentences: [message], forMs: LONG_NOTICE_MS })
}

/** Something failed. */
export function notifyFailure(message: string, forMs: number = NOTICE_MS): void {
  tell({ tone: 'failure', sentences: [message], forMs })
}

/** How several things went that belong together: one notice, what failed first. */
export function notifyOutcome(failures: readonly string[], successes: readonly string[]): void {
  const sentences = [...failures, ...successes]
  if (sentences.length === 0) return
  tell({ tone: failures.length > 0 ? 'failure' : 'success', sentences, forMs: NOTICE_MS })
}

/** What is said while a notice is up waits until it goes, and is then said in one. */
function tell(next: Said): void {
  const waiting = notificationsStore.getState().queue.find(({ id }) => id && said.has(id))?.id
  const before = waiting === undefined ? undefined : said.get(waiting)
  if (waiting === undefined || !before) {
    const id = notifications.show({ ...drawn(next), onClose: () => said.delete(id) })
    said.set(id, next)
    return
  }
  const both = joined(before, next)
  said.set(waiting, both)
  notifications.update({ ...drawn(both), id: waiting })
}

/** What failed is said first. */
function joined(one: Said, other: Said): Said {
  const [first, second] = isBefore(other, one) ? [other, one] : [one, other]
  return {
    tone: first.tone,
    sentences: [...new Set([...first.sentences, ...second.sentences])],
    forMs: Math.max(one.forMs, other.forMs),
  }
}

/** In which order notices are said. */
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
    closeButtonProps: CLOSE,
  }
}

/** As many as have room; the rest is there for who reads by ear. */
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
