/** What to do about exceptions of one cause: the words, then the actions, and the syncs that the cause needs. */
import { Text } from '@mantine/core'
import { causeFacts } from '#contract/causes/causes.ts'
import { collections } from '#contract/collections.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { CaseActions } from '#console/screens/exceptions/case-actions.tsx'
import type { Target } from '#console/screens/exceptions/submit-change.ts'
import { nextSteps } from '#console/screens/exceptions/retry-rules.ts'
import { SyncOf } from '#console/screens/exceptions/sync-of.tsx'
import classes from '#console/screens/exceptions/exceptions.module.css'

interface NextStepsProps {
  readonly target: Target
  readonly cause: string
  readonly hasCases: boolean
  readonly onRetry: (ids: readonly string[]) => void
}

export function NextSteps({ target, cause, hasCases, onRetry }: NextStepsProps) {
  const [first, ...more] = nextSteps(target.stated, hasCases)
  return (
    <>
      {first !== undefined && (
        <Text size="sm" fw={550}>
          {first}
        </Text>
      )}
      {more.map((words) => (
        <Text key={words} size="sm">
          {words}
        </Text>
      ))}
      <div className={classes.actions}>
        <CaseActions isBelowSteps target={target} hasCases={hasCases} onRetry={onRetry} />
        {causeFacts(cause).sync?.map((name) => (
          <SyncOf
            key={name}
            collection={name}
            label={exceptionScreenTexts.syncArea(collections[name].area)}
          />
        ))}
      </div>
    </>
  )
}
