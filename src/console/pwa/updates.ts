/** The service worker: registered once, checked for new versions, switched only on request. */
import { Workbox } from 'workbox-window'
import { offerUpdate, reload } from '#console/data/api/host/new-version.ts'
import { WORKER_PATH } from '#console/pwa/worker-path.ts'

const CHECK_EVERY_MS = 10 * 60_000
const SWITCH_WITHIN_MS = 4_000

/** Registers the worker if the browser supports it and the page is served securely. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = new Workbox(WORKER_PATH)
  // Also a version that has been waiting since an earlier visit.
  worker.addEventListener('waiting', () => offerUpdate(() => switchTo(worker)))
  const registration =
    (await registered(worker)) ?? (await navigator.serviceWorker.getRegistration())
  if (!registration) return
  offerWhatComes(registration, worker)
  checkNowAndThen(registration)
}

/**
 * The library watches only one new version while the page is open. If that was half a deployment, a
 * tablet that never reloads would not be offered the complete one.
 */
function offerWhatComes(registration: ServiceWorkerRegistration, worker: Workbox): void {
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state !== 'installed' || navigator.serviceWorker.controller === null) return
      offerUpdate(() => switchTo(worker))
    })
  })
}

/** If a deployment lost the file, the previous worker goes on; without one the console runs as a plain page. */
async function registered(worker: Workbox): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await worker.register()
  } catch {
    return undefined
  }
}

/**
 * Another tab activated the new version: this tab's chunks are gone, but a form may be open. Listens from the start of
 * the page, because the worker's own start waits for the rows.
 */
export function offerWhatAnotherTabTook(): void {
  if (!('serviceWorker' in navigator)) return
  let hadWorker = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) offerUpdate(reload)
    hadWorker = true
  })
}

/** The library does not reload on the very first visit: listens for the switch itself, with a time limit. */
function switchTo(worker: Workbox): void {
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  setTimeout(reload, SWITCH_WITHIN_MS)
  worker.messageSkipWaiting()
}

/** A tablet on a wall never loses visibility, so a timer checks as well. */
function checkNowAndThen(registration: ServiceWorkerRegistration): void {
  let lastCheck = Date.now()
  const check = (): void => {
    const due = Date.now() - lastCheck >= CHECK_EVERY_MS
    if (document.visibilityState !== 'visible' || !due || !navigator.onLine) return
    lastCheck = Date.now()
    registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', check)
  setInterval(check, CHECK_EVERY_MS)
}
