/** How this device installs the console: by its browser's prompt, by its menu, or by Share (decisions/console/offline.md). */
import { rememberInstalled } from '#console/session/first-steps-memory.ts'
import { isInstalled } from '#console/session/installed.ts'

/** The way to explain; null if there is none. */
export type InstallWay = 'prompt' | 'menu' | 'share' | null

/** Chromium's event; the standard library has no type, because no other browser has it. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
}

const ANSWERED_AS = 'dockside.installHelp'

let prompt: InstallPrompt | null = null
/** Used only if the device stores nothing. */
let wasAnswered = false
const listeners = new Set<() => void>()

/** Starts to listen; the browser offers its prompt once, soon after the load. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return
    // Stored for our own button.
    event.preventDefault()
    prompt = event
    changed()
  })
  window.addEventListener('appinstalled', () => {
    rememberInstalled()
    answerInstallHelp()
  })
}

/** The way to show; desktop browsers have their own button next to the address. */
export function installWay(): InstallWay {
  if (isAnswered() || isInstalled()) return null
  const { userAgent, maxTouchPoints } = navigator
  // An iPad identifies as a Macintosh, which has no touch screen.
  if (/iPad|iPhone/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) {
    return 'share'
  }
  if (!userAgent.includes('Android')) return null
  return prompt ? 'prompt' : 'menu'
}

/** Notifies when the way may have changed. */
export function onInstallWay(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the browser's prompt. */
export function promptInstall(): void {
  prompt?.prompt().catch(() => undefined)
  answerInstallHelp()
}

/** The person has answered: this device does not show the help again, or not until the next start. */
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
