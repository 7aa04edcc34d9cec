/** What the account is asked at this moment, and what waits to be booked, while the sync centre is open. */
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ErpBudget } from '#contract/sync/budget.ts'
import { budgetTexts } from '#contract/texts/own/budget-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { erpBudgetQuery } from '#console/data/collections/sync-runs.ts'
import { visibleKinds } from '#console/data/exceptions/visible-kinds.ts'
import { principalOf, useSession } from '#console/session/session.ts'
import { ageOf, timeInWords } from '#console/sync/run-words.ts'
import classes from '#console/sync/sync-centre.module.css'

export function Budget() {
  const isOffered = useOffers().includes('erp-budget')
  const { data } = useQuery({ ...erpBudgetQuery(), enabled: isOffered })
  // The server tells only of kinds that the person may see: to others, nothing would seem to wait.
  const seesRecords = visibleKinds(principalOf(useSession())).length > 0
  if (!isOffered || !data) return null
  return (
    <section aria-labelledby="erp-budget">
      <Title order={2} size="h4" mt="md" id="erp-budget">
        {budgetTexts.title}
      </Title>
      <dl className={classes.budget}>
        <Fact name={budgetTexts.now}>
          {budgetTexts.inFlight(data.in_flight, data.at_once)}, {budgetTexts.waiting(data.waiting)}
        </Fact>
        <Fact name={budgetTexts.lastHour}>
          {budgetTexts.sent(data.sent)},{' '}
          <span className={data.refused > 0 ? classes.failed : undefined}>
            {budgetTexts.refused(data.refused)}
          </span>
        </Fact>
        <Fact name={budgetTexts.nextSync}>
          {data.next_pull_at === null ? budgetTexts.noSchedule : timeInWords(data.next_pull_at)}
        </Fact>
        {seesRecords && (
          <Fact name={budgetTexts.toBook} isWide>
            <ToBook budget={data} />
          </Fact>
        )}
      </dl>
      <Text size="sm" c="dimmed">
        {budgetTexts.first} {data.shared && budgetTexts.shared}
      </Text>
    </section>
  )
}

function ToBook({ budget }: { readonly budget: ErpBudget }) {
  const { bookings, bookings_paused_until: until } = budget
  return (
    <>
      {bookings.length === 0 && budgetTexts.nothingToBook}
      {bookings.map(({ for: what, records, since }) => (
        <div key={what}>{budgetTexts.waits(records, what, ageOf(since))}</div>
      ))}
      {until !== null && <div>{budgetTexts.paused(timeInWords(until))}</div>}
    </>
  )
}

interface FactProps {
  readonly name: string
  readonly isWide?: boolean
  readonly children: ReactNode
}

function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? classes.wide : undefined}>
      <Text component="dt" size="sm" fw={600}>
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </div>
  )
}
