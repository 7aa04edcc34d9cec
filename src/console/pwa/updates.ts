/** The service worker: registered once, asked for new versions, switched only when the person says so. */
import { Workbox } from 'workbox-window'
import { offerUpdate, reload } from '#console/data/api/host/new-version.ts'

/** Where the build puts the service worker. */
export const WORKER_PATH = '/sw.js'
const CHECK_EVERY_MS = 10 * 60_000
const SWITCH_WITHIN_MS = 4_000

/** Registers the worker where the browser has one and the page is served securely. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  offerWhatAnotherTabTook()
  const worker = new Workbox(WORKER_PATH)
  // What has been waiting since before, too.
  worker.addEventListener('waiting', () => offerUpdate(() => switchTo(worker)))
  const registration =
    (await registered(worker)) ?? (await navigator.serviceWorker.getRegistration())
  if (!registration) return
  offerWhatComes(registration, worker)
  checkNowAndThen(registration)
}

/**
 * The library watches one version that comes while the page is open. Where that was half a deployment,
 * a tablet that is never loaded anew would not be offered the whole one.
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

/** Where a deployment lost the file, the worker of before goes on; without one the console runs as a page. */
async function registered(worker: Workbox): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await worker.register()
  } catch {
    return undefined
  }
}

/** Another tab took the new version: the parts of this one are gone, but a form may be open. */
function offerWhatAnotherTabTook(): void {
  let hadWorker = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) offerUpdate(reload)
    hadWorker = true
  })
}

/** The library alone does not reload on the very first visit: listen for the switch itself, with a limit. */
function switchTo(worker: Workbox): void {
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  setTimeout(reload, SWITCH_WITHIN_MS)
  worker.messageSkipWaiting()
}

/** A tablet on the wall is never turned away from: time counts as well as coming back. */
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
