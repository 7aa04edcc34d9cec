/** Without a connection: how old the states and owners are, or that they are not here. */
import { Text } from '@mantine/core'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { useFetchedAge } from '#console/data/collections/freshness.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import type { ExceptionsState } from '#console/data/exceptions/use-exceptions.ts'
import classes from '#console/screens/exceptions/exceptions.module.css'

/** Nothing where the server keeps none, or answers. */
export function StatesAge({ cases, hasCases }: Pick<ExceptionsState, 'cases' | 'hasCases'>) {
  const online = useOnline()
  if (online || !hasCases) return null
  if (cases) return <Age at={cases.fetchedAt} />
  return (
    <Text size="sm" className={classes.missing}>
      {exceptionScreenTexts.noStates}
    </Text>
  )
}

function Age({ at }: { readonly at: number }) {
  return (
    <Text size="xs" c="dimmed">
      {exceptionScreenTexts.statesFrom(useFetchedAge(at))}
    </Text>
  )
}
