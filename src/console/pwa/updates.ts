/** The service worker: registered once, asked for new versions, switched only when the person says so. */
import { Workbox } from 'workbox-window'
import { reachesHost } from '#console/data/load-config.ts'

/** Where the build puts the service worker. */
export const WORKER_PATH = '/sw.js'
const CHECK_EVERY_MS = 10 * 60_000
const SWITCH_WITHIN_MS = 4_000

type Listener = () => void

const listeners = new Set<Listener>()
let isOffered = false
let takeUpdate: Listener = reload

/** Whether a new version waits for the person. */
export function isUpdateOffered(): boolean {
  return isOffered
}

/** Tells when a new version waits. */
export function onUpdateOffer(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the new version and reloads; the session stays, as it lives in the tab. */
export function applyUpdate(): void {
  takeUpdate()
}

/**
 * A chunk that vanished with a deployment leads to the offer, not to a blank page (decisions.md 6.7);
 * one that the signal lost is no new version.
 */
export function offerAfterLoss(): void {
  void reachesHost().then((there) => there && offerReload())
}

/** Offers the reload. */
export function offerReload(): void {
  isOffered = true
  for (const listener of listeners) listener()
}

/** Registers the worker where the browser has one and the page is served securely. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  offerWhatAnotherTabTook()
  const worker = new Workbox(WORKER_PATH)
  // What has been waiting since before, too.
  worker.addEventListener('waiting', () => {
    takeUpdate = () => switchTo(worker)
    offerReload()
  })
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
      takeUpdate = () => switchTo(worker)
      offerReload()
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
    if (hadWorker) {
      takeUpdate = reload
      offerReload()
    }
    hadWorker = true
  })
}

/** The library alone does not reload on the very first visit: listen for the switch itself, with a limit. */
function switchTo(worker: Workbox): void {
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  setTimeout(reload, SWITCH_WITHIN_MS)
  worker.messageSkipWaiting()
}

function reload(): void {
  window.location.reload()
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
