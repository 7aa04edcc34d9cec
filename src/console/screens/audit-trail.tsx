/** The audit trail: who changed what, when and from where, with the values before and after (decisions/server/secrets.md). */
import { useMemo } from 'react'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconHistory, IconRefresh } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { LIVE_FRESH_MS } from '#contract/constants.ts'
import { auditEndpoints } from '#contract/own/audit-endpoints.ts'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { explain, faults } from '#contract/faults.ts'
import { auditTexts } from '#contract/texts/audit-texts.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { AuditEntry, AuditPage } from '#contract/records/audit.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { useFetchedAge } from '#console/data/collections/freshness.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { toServerTime } from '#console/data/api/server-clock.ts'
import { DataTable } from '#console/table/data-table.tsx'
import { DetailDialog } from '#console/list/details/detail-dialog.tsx'
import { type Fact, nameFrom } from '#console/list/details/detail-page.ts'
import { detailTable, type ShapedTable } from '#console/table/shaped-table.ts'
import { Notice } from '#console/ui/status/notice.tsx'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { useTableUrlState } from '#console/list/use-table-url-state.ts'
import { actionInWords, changesOf, factsInWords } from '#console/rows/audit.ts'
import { formatDateTime, formatText } from '#console/rows/formats.ts'
import { targetInWords } from '#console/rows/exceptions/audited-target.ts'
import { auditTrailScreen } from '#console/screens/registry.ts'
import { isAnothersTurn, readSession, useSession } from '#console/session/session.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { fullStop } from '#console/ui/full-stop.ts'
import { useShowsSnapshot } from '#console/ui/snapshot-shown.ts'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import page from '#console/list/list-page.module.css'

/** The most entries the browser holds, so that the table stays quick; older ones stay on the server. */
const MAX_ENTRIES = 10_000

export function AuditTrail() {
  const enabled = useSession().token !== null
  const query = useInfiniteQuery({ ...auditQuery(), enabled })
  const { view, setView, opened: address, setOpened } = useTableUrlState(undefined)
  const openKey = address?.key ?? null
  const setOpenKey = (key: string | null): void =>
    setOpened(key === null ? null : { key, path: [] })
  const { data, error, hasNextPage } = query
  const online = useOnline()
  const content = useMemo(() => data && tableOf(entriesOf(data)), [data])
  useShowsSnapshot(content !== undefined)
  const opened = content?.rows.find((row) => content.keyOf(row) === openKey)
  const asOf = useStableCallback(() => (data ? toServerTime(query.dataUpdatedAt) : null))
  const open = useStableCallback((row: object) => setOpenKey(content?.keyOf(row) ?? null))
  const refresh = async (): Promise<void> => {
    const { username: by } = readSession()
    const { isError } = await query.refetch()
    if (isAnothersTurn(by)) return
    if (isError) notifyFailure(faults.refreshFailed)
    else notifySuccess(listTexts.refreshed)
  }
  const retry = (): void => void query.refetch()
  const what = online ? explain(faultFacts(error), faults.auditTrail) : deviceTexts.offlineReason
  const count = content?.rows.length ?? 0
  return (
    <section className={page.page} aria-labelledby="screen-title">
      <PageHeader
        title={auditTrailScreen.title}
        age={
          content && (
            <Text size="xs" c="dimmed">
              {hasNextPage
                ? auditTexts.auditSome(String(count))
                : auditTexts.auditAll(String(count))}
              {', '}
              <Age at={query.dataUpdatedAt} />
            </Text>
          )
        }
        status={
          error && content
            ? {
                tone: online ? 'failed' : 'old',
                role: 'alert',
                what,
                more: [`${fullStop(what)} ${deviceTexts.rowsKept}`],
                onRetry: retry,
              }
            : null
        }
      >
        {hasNextPage && count < MAX_ENTRIES && (
          <ConnectedButton
            label={auditTexts.olderEntries}
            busy={query.isFetchingNextPage}
            icon={<IconHistory size={18} aria-hidden />}
            onClick={() => void query.fetchNextPage()}
          />
        )}
        <ConnectedButton
          label={listTexts.refresh}
          busy={query.isRefetching}
          icon={<IconRefresh size={18} aria-hidden />}
          onClick={() => void refresh()}
        />
      </PageHeader>
      {hasNextPage && count >= MAX_ENTRIES && <Text size="sm">{auditTexts.auditFull}</Text>}
      {!content && (error || !online) && (
        <Notice
          role="alert"
          tone={online ? 'failed' : 'old'}
          action={
            <Button variant="default" onClick={retry}>
              {listTexts.retry}
            </Button>
          }
        >
          {what}
        </Notice>
      )}
      {content ? (
        <DataTable
          name={auditTrailScreen.title}
          content={content}
          view={view}
          onView={setView}
          onRow={open}
          openKey={openKey}
          asOf={asOf}
        />
      ) : (
        !error && online && <Skeleton height={320} aria-label={deviceTexts.loading} />
      )}
      {opened && (
        <DetailDialog
          page={{
            title: auditTexts.auditEntry,
            name: entryName(opened as AuditEntry),
            empty: recordTexts.noDetails,
            facts: factsOf(opened as AuditEntry),
            ...changesIn(opened as AuditEntry),
          }}
          age={null}
          asOf={asOf}
          onClose={() => setOpenKey(null)}
        />
      )}
    </section>
  )
}

/** Removes duplicates: an entry comes on two pages if others were written between the two calls. */
function entriesOf({ pages }: InfiniteData<AuditPage>): AuditEntry[] {
  const byId = new Map(pages.flatMap(({ data }) => data).map((entry) => [entry.id, entry]))
  return [...byId.values()]
}

function tableOf(entries: readonly AuditEntry[]): ShapedTable {
  const table = detailTable(entries, (c) => [
    c.date('at', fieldTitles.when),
    c.text('actor', fieldTitles.who),
    c.custom({
      id: 'action',
      title: fieldTitles.what,
      value: ({ action }) => actionInWords(action),
    }),
    c.custom({ id: 'target', title: fieldTitles.target, value: targetInWords }),
    c.text('address', fieldTitles.ipAddress),
    c.custom({
      id: 'before',
      title: fieldTitles.before,
      value: ({ before }) => factsInWords(before) || null,
    }),
    c.custom({
      id: 'after',
      title: fieldTitles.after,
      value: ({ after }) => factsInWords(after) || null,
    }),
    c.custom({
      id: 'more',
      title: fieldTitles.more,
      value: ({ more }) => factsInWords(more) || null,
    }),
  ])
  return { ...table, keyOf: (row) => String(Reflect.get(row, 'id')) }
}

/** Such as 'Admin changed · ada'. */
function entryName(entry: AuditEntry): string {
  return nameFrom([actionInWords(entry.action), targetInWords(entry)])
}

/** The facts of an entry. */
function factsOf(entry: AuditEntry): Fact[] {
  const { at, actor, action, address } = entry
  return [
    { title: fieldTitles.when, text: formatDateTime(at) },
    { title: fieldTitles.who, text: actor },
    { title: fieldTitles.what, text: actionInWords(action) },
    { title: fieldTitles.target, text: formatText(targetInWords(entry)) },
    { title: fieldTitles.ipAddress, text: formatText(address) },
  ]
}

/** The changes of an entry, if any. */
function changesIn(entry: AuditEntry): { content?: ShapedTable } {
  const changes = changesOf(entry)
  if (changes.length === 0) return {}
  const content = detailTable(changes, (c) => [
    c.text('field', fieldTitles.field),
    c.text('before', fieldTitles.before),
    c.text('after', fieldTitles.after),
  ])
  return { content }
}

/** 'fetched 14:35 (2 min ago)', by the server's clock. */
function Age({ at }: { readonly at: number }) {
  return useFetchedAge(toServerTime(at))
}

/** The audit trail, newest first; older pages are fetched on demand. */
function auditQuery() {
  return infiniteQueryOptions({
    queryKey: ['audit-trail'],
    queryFn: ({ signal, pageParam }) => fetchAuditPage(pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: LIVE_FRESH_MS,
    gcTime: 0,
  })
}

async function fetchAuditPage(before: number | null, signal: AbortSignal): Promise<AuditPage> {
  const path = `${auditEndpoints.auditTrail.path}${before === null ? '' : `?before=${String(before)}`}`
  return call({ ...auditEndpoints.auditTrail, path }, { signal })
}
