/** One group of related things: its title, its age, and what is known or why nothing is. */
import { useId, type ReactNode } from 'react'
import { Text, Title } from '@mantine/core'
import type { ListName } from '#contract/lists.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { useVisibleList } from '#console/data/collections/visible-lists.ts'
import type { ListBeside } from '#console/data/collections/use-list.ts'
import { RowsAge } from '#console/list/rows-age.tsx'
import classes from '#console/related/related.module.css'

interface SectionProps {
  readonly title: string
  /** The list that it is read from, and what people call its rows. */
  readonly name: ListName
  readonly rowsAre: string
  readonly list: ListBeside
  readonly actions?: ReactNode
  /** What was found; undefined while it is looked for. */
  readonly children: ReactNode
}

/** Absent where the person may not see the list, or the server does not have it. */
export function Section({ title, name, rowsAre, list, actions, children }: SectionProps) {
  const id = useId()
  useVisibleList(name)
  if (list.kind === 'denied' || list.kind === 'unoffered') return null
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={3} size="h5" id={id} className={classes.title}>
          {title}
        </Title>
        {actions}
      </div>
      {list.kind === 'here' && <RowsAge collection={name} rows={list} />}
      {list.kind === 'here' && (children ?? <Note text={relatedTexts.looking} />)}
      {list.kind === 'coming' && <Note text={relatedTexts.looking} />}
      {list.kind === 'missing' && <Note text={relatedTexts.notHere(rowsAre)} />}
    </section>
  )
}

interface NoteProps {
  readonly text: string
}

/** A sentence in place of rows, or about them. */
export function Note({ text }: NoteProps) {
  return <Text className={classes.note}>{text}</Text>
}
