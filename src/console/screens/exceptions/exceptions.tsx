/** What needs attention: the causes, and the records of the chosen one (decisions/console/exceptions-screen.md). */
import { useMemo, useState } from 'react'
import { Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconRefresh } from '@tabler/icons-react'
import { collectionOf } from '#contract/collections.ts'
import { faults } from '#contract/faults.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { useFetchedAge } from '#console/data/collections/freshness.ts'
import type { View } from '#console/data/engine/types.ts'
import { type CaseGroup, countOpen } from '#console/data/exceptions/group-cases.ts'
import { type ExceptionsState, useExceptions } from '#console/data/exceptions/use-exceptions.ts'
import { LoadingRows } from '#console/list/loading-rows.tsx'
import { useTableUrlState } from '#console/list/use-table-url-state.ts'
import { causeName } from '#console/rows/exceptions/names.ts'
import { AllClear } from '#console/screens/exceptions/all-clear.tsx'
import { CaseActions } from '#console/screens/exceptions/case-actions.tsx'
import { CauseList, type CountedGroup } from '#console/screens/exceptions/cause-list.tsx'
import { CausePanel } from '#console/screens/exceptions/cause-panel.tsx'
import { ChangeDialogProvider } from '#console/screens/exceptions/change-dialog-provider.tsx'
import { ExceptionDetails } from '#console/screens/exceptions/exception-details.tsx'
import { ExceptionRow } from '#console/screens/exceptions/exception-rows.ts'
import { exceptionTable, LEADING } from '#console/screens/exceptions/exception-table.tsx'
import { LastRetries } from '#console/screens/exceptions/last-retries.tsx'
import { RetryWatch } from '#console/screens/exceptions/retry-watch.tsx'
import { StateFilters } from '#console/screens/exceptions/state-filters.tsx'
import { StatesAge } from '#console/screens/exceptions/states-age.tsx'
import { exceptionsScreen } from '#console/screens/registry.ts'
import { useSession } from '#console/session/session.ts'
import { withFilter } from '#console/table/columns/filter-words.ts'
import { fitView } from '#console/table/columns/table-address.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { DataTable } from '#console/table/data-table.tsx'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import { useShowsSnapshot } from '#console/ui/snapshot-shown.ts'
import page from '#console/list/list-page.module.css'
import classes from '#console/screens/exceptions/exceptions.module.css'

export function ExceptionsScreen() {
  return (
    <ChangeDialogProvider>
      <CausesAndRecords />
    </ChangeDialogProvider>
  )
}

function CausesAndRecords() {
  const state = useExceptions()
  const { groups, cases, hasCases, missing, isRestoring, fetchedAt } = state
  const { username } = useSession()
  const { view: asked, setView, opened, setOpened, goBack } = useTableUrlState(undefined)
  const running = cases?.retries.filter(({ ended_at }) => ended_at === null).map(({ id }) => id)
  const stated = useMemo(() => groups.flatMap(({ all }) => all), [groups])
  const open = useMemo(() => groups.flatMap((group) => group.open), [groups])
  const allTable = useMemo(() => exceptionTable(stated, hasCases), [stated, hasCases])
  const openTable = useMemo(() => exceptionTable(open, hasCases), [open, hasCases])
  // What is around the table counts the same rows as the table.
  const view = useMemo(() => fitView(asked, allTable.columns), [asked, allTable])
  const isNarrow = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false })
  const isFiltered = view.search !== '' || view.filters.length > 0
  const [showsRecords, setShowsRecords] = useState(isFiltered)
  const [watched, setWatched] = useState<readonly string[]>([])
  // Snoozed and resolved exceptions are shown to whoever asks for them.
  const isOfAnyState = view.filters.some(({ id }) => id === 'state')
  const content = isOfAnyState ? allTable : openTable
  const hasSome = fetchedAt !== null && !isRestoring
  useShowsSnapshot(hasSome)
  const causesAsked = view.filters.find(({ id }) => id === 'cause')?.values
  const chosenName = causesAsked?.length === 1 ? (causesAsked[0] ?? null) : null
  const chosen = groups.find(({ group }) => causeName(group.cause) === chosenName)
  const choose = (name: string | null): void => {
    setShowsRecords(true)
    setView(withFilter(view, 'cause', name === null ? null : { values: [name] }))
  }
  const openRow = useStableCallback((row: object) =>
    setOpened({ key: allTable.keyOf(row), path: [] }),
  )
  const asOf = useStableCallback(() => fetchedAt)
  const openedRow = opened && allTable.rows.find((row) => allTable.keyOf(row) === opened.key)
  const actions = useStableCallback((rows: readonly object[]) => (
    <CaseActions
      target={{ stated: rows.flatMap((row) => (row instanceof ExceptionRow ? row.stated : [])) }}
      hasCases={hasCases}
      onRetry={setWatched}
    />
  ))
  const filters = useMemo(
    () =>
      hasCases && (
        <StateFilters
          all={allTable}
          open={openTable}
          view={view}
          username={username}
          onView={setView}
        />
      ),
    [hasCases, allTable, openTable, view, username, setView],
  )
  const isClear = open.length === 0 && !isFiltered
  const everyCause = useMemo(() => counted(groups, content, view), [groups, content, view])
  const shown = everyCause.filter(({ group, count }) => count > 0 || group === chosen?.group)
  const causes = (
    <nav aria-label={exceptionScreenTexts.causes} className={classes.causes}>
      <CauseList groups={shown} chosen={chosenName} now={state.now} onChoose={choose} />
      {cases && <LastRetries retries={cases.retries} now={state.now} />}
    </nav>
  )
  const watch = watched.length > 0 ? watched : (running ?? [])
  return (
    <section className={page.page} aria-labelledby="screen-title">
      <Header state={state} />
      {missing
        .filter(({ error }) => error ?? !isRestoring)
        .map(({ name, error }) => (
          <Text key={name} size="sm" role={error ? 'alert' : undefined} className={classes.missing}>
            {error
              ? exceptionScreenTexts.listMissing(collectionOf(name).title)
              : exceptionScreenTexts.listComing(collectionOf(name).title)}
          </Text>
        ))}
      <StatesAge cases={cases} hasCases={hasCases} />
      {!hasSome ? (
        <LoadingRows />
      ) : isClear ? (
        missing.length === 0 && (
          <>
            <AllClear state={state} />
            {stated.length > 0 && filters}
            {cases && <LastRetries retries={cases.retries} now={state.now} />}
          </>
        )
      ) : (
        <div className={classes.split} data-narrow={isNarrow}>
          {(!isNarrow || !showsRecords) && causes}
          {(!isNarrow || showsRecords) && (
            <div
              role="region"
              aria-label={exceptionScreenTexts.records}
              className={classes.records}
            >
              {isNarrow && (
                <Button
                  variant="subtle"
                  className={classes.back}
                  leftSection={<IconChevronLeft size={18} aria-hidden />}
                  onClick={() => setShowsRecords(false)}
                >
                  {exceptionScreenTexts.backToCauses}
                </Button>
              )}
              {watch.length > 0 && (
                <RetryWatch key={watch.join()} ids={watch} onClose={() => setWatched([])} />
              )}
              {chosen && (
                <CausePanel
                  key={chosenName}
                  chosen={chosen}
                  hasCases={hasCases}
                  onRetry={setWatched}
                />
              )}
              {filters && <div>{filters}</div>}
              <DataTable
                name={exceptionsScreen.title}
                content={content}
                view={view}
                onView={setView}
                onRow={openRow}
                openKey={opened?.key ?? null}
                asOf={asOf}
                leading={LEADING}
                actions={actions}
              />
            </div>
          )}
        </div>
      )}
      {opened && openedRow instanceof ExceptionRow && (
        <ExceptionDetails
          row={openedRow}
          path={opened.path}
          hasCases={hasCases}
          asOf={asOf}
          onRetry={setWatched}
          onStep={(step) => setOpened({ key: opened.key, path: [...opened.path, step] })}
          onBack={goBack}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

/** The causes, each with how many of its rows match the search and all other filters. */
function counted(groups: readonly CaseGroup[], { index }: ShapedTable, view: View): CountedGroup[] {
  const others = view.filters.filter(({ id }) => id !== 'cause')
  // Without a search or filter no index is needed, which would delay the first paint.
  if (view.search === '' && others.length === 0)
    return groups.map((group) => ({ ...group, count: group.open.length }))
  const counts = new Map<string, number>()
  for (const row of index.matching({ ...view, filters: others, sort: null }))
    if (row instanceof ExceptionRow) {
      const name = causeName(row.stated.record.cause)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  return groups.map((each) => ({ ...each, count: counts.get(causeName(each.group.cause)) ?? 0 }))
}

function Header({ state }: { readonly state: ExceptionsState }) {
  const { groups, fetchedAt, isRefreshing, refresh } = state
  const open = countOpen(groups)
  const causes = groups.filter((group) => group.open.length > 0).length
  const again = async (): Promise<void> => {
    if (await refresh()) notifySuccess(listTexts.refreshed)
    else notifyFailure(faults.refreshFailed)
  }
  return (
    <PageHeader
      title={exceptionsScreen.title}
      age={
        fetchedAt !== null && (
          <Text size="xs" c="dimmed">
            {exceptionScreenTexts.summary(open, causes)}, <Age at={fetchedAt} />
          </Text>
        )
      }
      status={null}
    >
      <ConnectedButton
        label={listTexts.refresh}
        busyLabel={deviceTexts.loading}
        busy={isRefreshing}
        icon={<IconRefresh size={18} aria-hidden />}
        onClick={() => void again()}
      />
    </PageHeader>
  )
}

function Age({ at }: { readonly at: number }) {
  return useFetchedAge(at)
}
