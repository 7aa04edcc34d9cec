/** What the box shows besides its field: groups of lines, and notes. */
import { useId } from 'react'
import { Text, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { FindLine, type Line, type LineGroup } from '#console/find/find-line.tsx'
import { listsMissing } from '#console/find/found-index.ts'
import { screenOf } from '#console/find/result-lines.tsx'
import classes from '#console/find/find-box.module.css'

interface GroupProps {
  readonly group: LineGroup
  readonly lines: readonly Line[]
  readonly at: number
  readonly optionId: (nth: number) => string
}

export function Group({ group, lines, at, optionId }: GroupProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className={classes.heading}>
        {group.title}
      </div>
      {group.lines.map((line) => {
        const nth = lines.indexOf(line)
        return <FindLine key={line.key} line={line} id={optionId(nth)} isSelected={nth === at} />
      })}
    </div>
  )
}

/** Names the lists in which nothing could be looked for. */
export function MissingLists() {
  const missing = listsMissing()
  const named = (isComing: boolean): string =>
    missing
      .filter((one) => one.isComing === isComing)
      .flatMap(({ list }) => screenOf(list)?.title ?? [])
      .join(', ')
  const [coming, away] = [named(true), named(false)]
  return (
    <>
      {coming !== '' && <Text className={classes.note}>{findTexts.onTheirWay(coming)}</Text>}
      {away !== '' && <Text className={classes.note}>{findTexts.notHere(away)}</Text>}
    </>
  )
}

const ANNOUNCED_AFTER_MS = 600

/** Said once the person pauses. */
export function Announced({ text }: { readonly text: string }) {
  const [said] = useDebouncedValue(text, ANNOUNCED_AFTER_MS)
  return <VisuallyHidden role="status">{said}</VisuallyHidden>
}
