/** The service worker: registered once, asked for new versions, switched only when the person says so. */
import { Workbox } from 'workbox-window'

const CHECK_EVERY_MS = 10 * 60_000
const SWITCH_WITHIN_MS = 4_000

type Offer = () => void

let offerUpdate: Offer | undefined
let update: (() => void) | undefined

/** Calls `offer` when a new version waits. */
export function onUpdateOffer(offer: Offer): () => void {
  offerUpdate = offer
  if (update) offer()
  return () => {
    offerUpdate = undefined
  }
}

/** Takes the new version and reloads; the session stays, as it lives in the tab. */
export function applyUpdate(): void {
  if (update) update()
  else window.location.reload()
}

/** A chunk that vanished with a deployment leads to the offer, not to a blank page (decisions.md 6.7). */
export function offerReload(): void {
  offerUpdate?.()
}

/** Registers the worker where the browser has one and the page is served securely. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => {
    update = () => switchTo(worker)
    offerUpdate?.()
  })
  try {
    const registration = await worker.register()
    if (registration) checkNowAndThen(registration)
  } catch {
    // Without a worker the console runs as a page: it loads from the network each time.
  }
}

/** The library alone does not reload on the very first visit: listen for the switch itself, with a limit. */
function switchTo(worker: Workbox): void {
  const reload = (): void => window.location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  setTimeout(reload, SWITCH_WITHIN_MS)
  worker.messageSkipWaiting()
}

function checkNowAndThen(registration: ServiceWorkerRegistration): void {
  let lastCheck = Date.now()
  document.addEventListener('visibilitychange', () => {
    const due = Date.now() - lastCheck >= CHECK_EVERY_MS
    if (document.visibilityState !== 'visible' || !due || !navigator.onLine) return
    lastCheck = Date.now()
    registration.update().catch(() => undefined)
  })
}
