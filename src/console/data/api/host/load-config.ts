/** `config.json` at the start: kept on the device after the first one (decisions/product/other-servers.md). */
import { onlineManager } from '@tanstack/react-query'
import { CONFIG_PATH, readConfig, type ConsoleConfig } from '#contract/config.ts'
import { consoleConfig, takeConfig } from '#console/data/api/config.ts'
import { askForSettings } from '#console/data/api/host/console-host.ts'
import { doubtLink } from '#console/data/api/link-check.ts'
import { reachesServer } from '#console/data/api/send.ts'

const KEPT_AS = 'dockside.config'
const NOT_FOUND = 404

/** Ends the wait for the link, if any. */
let stopWaiting = (): void => undefined

/**
 * The first start waits for the file; later starts use the kept copy at once and refresh it behind.
 * @throws when there is neither a file nor a copy of one
 */
export async function loadConfig(): Promise<void> {
  const kept = keptCopy()
  if (kept === null) {
    const answer = await askForSettings()
    if (!answer.ok) throw new Error(`${CONFIG_PATH} answered ${String(answer.status)}`)
    take(await answer.json())
    return
  }
  takeConfig(kept)
  void renew()
}

/**
 * Whether the console's own host answers, which need not be where the calls go: a reload finds
 * something. A captive portal answers, too, but with a page.
 */
export async function reachesHost(): Promise<boolean> {
  try {
    const answer = await askForSettings()
    return answer.status === NOT_FOUND || typeof (await fileIn(answer)) === 'object'
  } catch {
    return false
  }
}

/**
 * Refreshes the settings behind the kept copy. Where the host has none while the server answers,
 * nothing is offered any more; where neither is certain, both are asked again once the link is back.
 */
async function renew(): Promise<void> {
  const file = await askForSettings().then(fileIn, () => 'lost' as const)
  if (typeof file === 'object') return take(file)
  if (file === 'absent' && (await reachesServer())) return take(withoutOurs(consoleConfig()))
  // With rows that are still fresh no other request may show it for minutes.
  doubtLink()
  stopWaiting()
  stopWaiting = onlineManager.subscribe((isOnline) => {
    if (!isOnline) return
    stopWaiting()
    void renew()
  })
}

/** The same settings without what only our server tells. */
function withoutOurs({ registrationClosed: _told, ...settings }: ConsoleConfig): ConsoleConfig {
  return { ...settings, offers: [] }
}

/** The settings in an answer. They are absent where there are none, or a page is in their place. */
async function fileIn(answer: Response): Promise<object | 'absent' | 'lost'> {
  if (answer.status === NOT_FOUND) return 'absent'
  if (!answer.ok) return 'lost'
  const file: unknown = await answer.json().catch(() => null)
  return typeof file === 'object' && file !== null ? file : 'absent'
}

function take(file: unknown): void {
  keep(file)
  takeConfig(readConfig(file))
}

function keptCopy(): ConsoleConfig | null {
  try {
    const kept = localStorage.getItem(KEPT_AS)
    return kept === null ? null : readConfig(JSON.parse(kept))
  } catch {
    return null
  }
}

function keep(file: unknown): void {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(file))
  } catch {
    // A device that keeps nothing waits for the file at each start.
  }
}
