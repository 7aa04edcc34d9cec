/** What works behind every page: rows on the device, notices, syncs, scanners. */
import { useEffect, useState } from 'react'
import { Notifications, notifications } from '@mantine/notifications'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import { retryOnReconnect } from '#console/data/collections/retry-on-reconnect.ts'
import { startOnline } from '#console/data/api/online.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { startFirstPaintCache } from '#console/data/collections/first-paint.ts'
import { startSnapshots } from '#console/data/collections/snapshots.ts'
import { resumeInterruptedSyncs } from '#console/data/collections/sync.ts'
import { startStoringCases } from '#console/data/exceptions/stored-cases.ts'
import { onStoreFailure, type StoreFailure } from '#console/data/device/device-database.ts'
import { startWorkerWhenQuiet } from '#console/pwa/quiet-start.ts'
import { watchStorage } from '#console/pwa/storage.ts'
import { onSessionEnd } from '#console/session/session.ts'
import notices from '#console/ui/notify.module.css'
import { notifyConcern } from '#console/ui/notify.tsx'
import { giveScan } from '#console/ui/scanner/scans.ts'
import { startScanGuard } from '#console/ui/scanner/scan-guard.ts'
import { whenIdle } from '#console/ui/when-idle.ts'
import '#console/later-styles.css'

export { endOnServer } from '#console/data/api/log-out.ts'

/** Runs once a page, before anything reads from the device or the server. */
export function beginBackground(): void {
  watchStorage()
  startOnline()
}

export function Background() {
  useEffect(() => startSnapshots(queryClient), [])
  useEffect(() => startStoringCases(queryClient), [])
  useEffect(() => startFirstPaintCache(queryClient), [])
  useEffect(() => retryOnReconnect(queryClient), [])
  useEffect(() => resumeInterruptedSyncs(Date.now()), [])
  useEffect(() => startScanGuard(SCANS), [])
  useEffect(() => startWorkerWhenQuiet(queryClient), [])
  useEffect(() => onStoreFailure((failure) => notifyConcern(STORE_NOTICES[failure])), [])
  useEffect(
    () => onSessionEnd(({ reason }) => reason !== 'login-page' && notifications.clean()),
    [],
  )
  return <NoticesLater />
}

const SCANS = { onScan: giveScan, onMisread: () => notifyConcern(scanTexts.misread) }

/** The notices for a device that cannot store rows; the console works without. */
const STORE_NOTICES: Readonly<Record<StoreFailure, string>> = {
  full: deviceTexts.deviceFull,
  unusable: deviceTexts.cacheUnavailable,
}

/** Mounts the notices with the first screen; earlier ones wait for it. */
function NoticesLater() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => whenIdle(() => setIsTime(true)), [])
  return (
    isTime && (
      <Notifications
        position="top-center"
        limit={1}
        className={notices.place}
        classNames={NOTICE}
      />
    )
  )
}

const NOTICE = { notification: notices.notice ?? '' }
