/** Nothing is open, and what was looked at to say so. */
import { Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { collectionOf } from '#contract/collections.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { joinWithAnd } from '#contract/texts/own/joined-words.ts'
import { ageInWords } from '#console/data/collections/freshness.ts'
import type { ExceptionsState } from '#console/data/exceptions/use-exceptions.ts'
import { visibleKinds } from '#console/data/exceptions/visible-kinds.ts'
import { principalOf, useSession } from '#console/session/session.ts'
import classes from '#console/screens/exceptions/exceptions.module.css'

export function AllClear({ state }: { readonly state: ExceptionsState }) {
  const { exceptions, now } = state
  const { nothingNeedsYou, bookedToday, lastFailure, noFailure, checked } = exceptionScreenTexts
  const names = visibleKinds(principalOf(useSession()))
  const failure =
    exceptions.lastAt === null ? noFailure : lastFailure(ageInWords(now - exceptions.lastAt))
  return (
    <div className={classes.clear}>
      <IconCircleCheck size={40} stroke={1.5} aria-hidden className={classes.tick} />
      <Text fw={650}>{nothingNeedsYou}</Text>
      <Text>{`${bookedToday(exceptions.succeededToday)}; ${failure}.`}</Text>
      <Text size="sm" c="dimmed">
        {checked(joinWithAnd(names.map((name) => collectionOf(name).title)))}
      </Text>
    </div>
  )
}
