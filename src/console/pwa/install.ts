/** How this device installs the console: by its browser's prompt, by its menu, or by Share (decisions/console/offline.md). */
import { isInstalled } from '#console/pwa/installed.ts'

/** What to tell; null where nothing is to be told. */
export type InstallWay = 'prompt' | 'menu' | 'share' | null

/** Chromium's event; no type of the standard library, as no other browser has it. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
}

const ANSWERED_AS = 'dockside.installHelp'

let prompt: InstallPrompt | null = null
/** Only where the device keeps nothing. */
let wasAnswered = false
const listeners = new Set<() => void>()

/** Begins to listen; the browser offers its prompt once, soon after the load. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return
    // Kept for the button of ours.
    event.preventDefault()
    prompt = event
    changed()
  })
  window.addEventListener('appinstalled', answerInstallHelp)
}

/** The way to show; desktops have a button of their own beside the address. */
export function installWay(): InstallWay {
  if (isAnswered() || isInstalled()) return null
  const { userAgent, maxTouchPoints } = navigator
  // An iPad calls itself a Macintosh, which has no touch screen.
  if (/iPad|iPhone/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) {
    return 'share'
  }
  if (!userAgent.includes('Android')) return null
  return prompt ? 'prompt' : 'menu'
}

/** Tells when the way may have changed. */
export function onInstallWay(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the browser's prompt. */
export function promptInstall(): void {
  prompt?.prompt().catch(() => undefined)
  answerInstallHelp()
}

/** The person has answered: the help is not shown again on this device, or until its next start. */
export function answerInstallHelp(): void {
  try {
    localStorage.setItem(ANSWERED_AS, 'yes')
  } catch {
    wasAnswered = true
  }
  changed()
}

function isAnswered(): boolean {
  try {
    return wasAnswered || localStorage.getItem(ANSWERED_AS) !== null
  } catch {
    return wasAnswered
  }
}

function isPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event
}

function changed(): void {
  for (const listener of listeners) listener()
}
