/** About how many rows each list would have, before anything is saved. */
import { useState } from 'react'
import { Text, Title } from '@mantine/core'
import { explain } from '#contract/faults.ts'
import { isListName, listOf } from '#contract/lists.ts'
import { type CountedList, readRulesEndpoints } from '#contract/own/read-rules-endpoints.ts'
import { type RulesDraft, rulesOf } from '#contract/own/read-rules-form.ts'
import { readRulesFaults, readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import classes from '#console/screens/erp-setup/read-rules/read-rules.module.css'
import { Problem } from '#console/ui/forms/form-frame.tsx'

/** The server asks NetSuite once for each list. */
const ANSWERS_WITHIN_MS = 90_000

interface RowCountsState {
  readonly busy: boolean
  /** Of the draft as it is now; null if it was not counted. */
  readonly lists: readonly CountedList[] | null
  readonly failure: string | null
  readonly run: (draft: RulesDraft) => Promise<void>
}

/** @param draft of another draft the numbers say nothing */
export function useRowCounts(draft: RulesDraft): RowCountsState {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [counted, setCounted] = useState<{
    readonly of: RulesDraft
    readonly lists: readonly CountedList[]
  } | null>(null)
  const run = async (of: RulesDraft): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const input = { body: rulesOf(of), answersWithinMs: ANSWERS_WITHIN_MS }
      const { lists } = await call(readRulesEndpoints.countRows, input)
      setCounted({ of, lists })
    } catch (thrown) {
      setFailure(explain(faultFacts(thrown), readRulesFaults.count))
    }
    setBusy(false)
  }
  return { busy, failure, run, lists: counted?.of === draft ? counted.lists : null }
}

export function RowCounts({ counts: { failure, lists } }: { readonly counts: RowCountsState }) {
  return (
    <div role="status">
      <Problem text={failure} />
      {lists && (
        <>
          <Title order={3} size="h5" id="row-counts">
            {readRulesTexts.counts}
          </Title>
          <ul className={classes.counts} aria-labelledby="row-counts">
            {lists.map((one) => (
              <Counted key={one.list} counted={one} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Counted({ counted }: { readonly counted: CountedList }) {
  const { list, now, rows, sentence } = counted
  return (
    <li>
      <span>{isListName(list) ? listOf(list).title : list}</span>
      <span>{rows === null ? readRulesTexts.unknown : readRulesTexts.about(rows)}</span>
      <Text component="span" inherit c="dimmed">
        {readRulesTexts.now(now)}
      </Text>
      {sentence !== null && (
        <Text size="sm" className={classes.why}>
          {sentence}
        </Text>
      )}
    </li>
  )
}
