/** The causes as a list to choose from: words, count, the last 14 days, since when, and who has it. */
import { useRef, type KeyboardEvent } from 'react'
import { Text } from '@mantine/core'
import { PICTURED_DAYS } from '#contract/constants.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import type { CaseGroup } from '#console/data/exceptions/group-cases.ts'
import { causeName } from '#console/rows/exceptions/names.ts'
import { shortTime } from '#console/rows/exceptions/short-time.ts'
import { causeWords } from '#console/screens/exceptions/retry-rules.ts'
import { StatusPill } from '#console/ui/status/status-pill.tsx'
import classes from '#console/screens/exceptions/cause-list.module.css'

/** A cause, and how many of its records the table would list. */
export interface CountedGroup extends CaseGroup {
  readonly count: number
}

interface CauseListProps {
  readonly groups: readonly CountedGroup[]
  /** The name of the chosen cause; null for all. */
  readonly chosen: string | null
  readonly now: number
  readonly onChoose: (cause: string | null) => void
}

export function CauseList({ groups, chosen, now, onChoose }: CauseListProps) {
  const list = useRef<HTMLDivElement>(null)
  const names = [null, ...groups.map(({ group }) => causeName(group.cause))]
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  const current = Math.max(0, names.indexOf(chosen))
  const move = (event: KeyboardEvent): void => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const at = options.indexOf(event.target as HTMLElement)
    const to = STEPS[event.key]?.(at, options.length)
    if (to !== undefined) {
      event.preventDefault()
      options[Math.min(Math.max(to, 0), options.length - 1)]?.focus()
    }
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onChoose(names[at] ?? null)
  }
  const option = (nth: number) => ({
    role: 'option',
    'aria-selected': nth === current,
    tabIndex: nth === current ? 0 : -1,
    className: classes.cause,
    onClick: () => onChoose(names[nth] ?? null),
  })
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={-1}
      aria-label={exceptionScreenTexts.causes}
      className={classes.list}
      onKeyDown={move}
    >
      <div {...option(0)}>
        <div className={classes.head}>
          <span className={classes.title}>{exceptionScreenTexts.allCauses}</span>
          <span className={classes.count}>{total.toLocaleString('en')}</span>
        </div>
      </div>
      {groups.map((each, nth) => (
        <div key={each.group.cause} {...option(nth + 1)}>
          <Cause {...each} now={now} />
        </div>
      ))}
    </div>
  )
}

const STEPS: Readonly<Record<string, (at: number, of: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, of) => of - 1,
}

function Cause({ group, count, owner, now }: CountedGroup & { readonly now: number }) {
  const { firstAt, lastAt, days, isStillComing, cause, records } = group
  const { since, latest, stillComing, assignedTo } = exceptionScreenTexts
  const times = [
    firstAt === null ? [] : since(shortTime(firstAt, now)),
    lastAt === null || lastAt === firstAt ? [] : latest(shortTime(lastAt, now)),
  ].flat()
  return (
    <>
      <div className={classes.head}>
        <span className={classes.title}>{causeWords(cause, records[0]?.message).title}</span>
        <span className={classes.count}>{count.toLocaleString('en')}</span>
      </div>
      <div className={classes.head}>
        <Text size="xs" c="dimmed" className={classes.times}>
          {times.join(' · ')}
        </Text>
        <Trend days={days} />
      </div>
      {(isStillComing || owner?.assignee || owner?.note) && (
        <div className={classes.marks}>
          {isStillComing && <StatusPill tone="attention">{stillComing}</StatusPill>}
          {owner?.assignee && <Text size="xs">{assignedTo(owner.assignee)}</Text>}
          {owner?.note && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {owner.note}
            </Text>
          )}
        </div>
      )}
    </>
  )
}

const BAR_PX = 4
const HEIGHT_PX = 20

/** The first failures of each day. For sight only: the table has every record with its time. */
function Trend({ days }: { readonly days: readonly number[] }) {
  const most = Math.max(1, ...days)
  return (
    <svg
      aria-hidden
      className={classes.trend}
      width={PICTURED_DAYS * (BAR_PX + 1)}
      height={HEIGHT_PX}
    >
      {days.map((count, nth) => {
        const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT_PX)
        return (
          <rect
            key={String(nth)}
            data-empty={count === 0}
            x={nth * (BAR_PX + 1)}
            y={HEIGHT_PX - height}
            width={BAR_PX}
            height={height}
          />
        )
      })}
    </svg>
  )
}
