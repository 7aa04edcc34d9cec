/** The chosen cause: what it means, who can put it right, what must happen first, and its actions. */
import { Text, Title } from '@mantine/core'
import { causeFacts } from '#contract/causes/causes.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import type { CaseGroup } from '#console/data/exceptions/group-cases.ts'
import { NextSteps } from '#console/screens/exceptions/next-steps.tsx'
import { causeWords, isAutomatic } from '#console/screens/exceptions/retry-rules.ts'
import classes from '#console/screens/exceptions/exceptions.module.css'

interface CausePanelProps {
  readonly chosen: CaseGroup
  readonly hasCases: boolean
  readonly onRetry: (ids: readonly string[]) => void
}

export function CausePanel({ chosen, hasCases, onRetry }: CausePanelProps) {
  const { group, open, owner } = chosen
  const { cause, records, looksLikeSettings } = group
  const { title, means } = causeWords(cause, records[0]?.message)
  const { fixer } = causeFacts(cause)
  const { fixedBy, settings, assignedTo } = exceptionScreenTexts
  return (
    <div className={classes.panel}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm">
        {hasCases && isAutomatic(open)
          ? means
          : `${means} ${fixedBy(exceptionTexts.fixers[fixer])}`}
      </Text>
      {looksLikeSettings && <Text size="sm">{settings}</Text>}
      {owner && (owner.assignee !== null || owner.note !== null) && (
        <Text size="sm" c="dimmed">
          {[owner.assignee === null ? [] : assignedTo(owner.assignee), owner.note ?? []]
            .flat()
            .join(': ')}
        </Text>
      )}
      <NextSteps
        target={{ stated: open, cause }}
        cause={cause}
        hasCases={hasCases}
        onRetry={onRetry}
      />
    </div>
  )
}
