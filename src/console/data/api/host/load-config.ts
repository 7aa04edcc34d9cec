/**
 * Loads `config.json` at the start; later starts use the stored copy
 * (decisions/product/other-servers.md).
 */
import { onlineManager } from '@tanstack/react-query'
import { CONFIG_PATH, readConfig, type ConsoleConfig } from '#contract/config.ts'
import { consoleConfig, applyConfig } from '#console/data/api/config.ts'
import { askForSettings } from '#console/data/api/host/console-host.ts'
import { reportLinkTrouble } from '#console/data/api/link-check.ts'
import { isObject } from '#console/rows/loose/objects.ts'

const STORAGE_KEY = 'dockside.config'
const NOT_FOUND = 404

/** Stops waiting for the link, if that wait is on. */
let stopWaiting = (): void => undefined

/**
 * The first start waits for the file; later starts use the stored copy at once and refresh it in
 * the background. A host without a file gets the defaults, which are not stored: the file may come.
 * @throws if there is no stored copy and the host does not say whether there is a file
 */
export async function loadConfig(): Promise<void> {
  const kept = storedCopy()
  if (kept !== null) {
    applyConfig(kept)
    void renewConfig()
    return
  }
  const file = await fileIn(await askForSettings())
  if (file === 'lost') throw new Error(`${CONFIG_PATH} did not arrive`)
  if (typeof file === 'object') return take(file)
  applyConfig(readConfig(null))
  // A captive portal may have hidden the file.
  renewOnceBack()
}

/**
 * Whether the console's own host answers, which may differ from the API's, so that a reload would
 * succeed. A captive portal answers too, but with a page.
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
 * Asks for the settings again: in the background of a start, or after what may have changed them. If the host has no
 * file while the server answers, all offers are withdrawn. If neither is certain, both are asked again once the link is
 * back.
 */
export async function renewConfig(): Promise<void> {
  const file = await askForSettings()
    .then(fileIn)
    .catch(() => 'lost' as const)
  if (typeof file === 'object') return take(file)
  if (file === 'absent' && (await serverAnswers())) return withdrawOffers()
  // While rows are fresh, no other request would reveal a bad link for minutes.
  reportLinkTrouble()
  renewOnceBack()
}

const ASKS_AGAIN_AFTER_MS = 15_000

function renewOnceBack(): void {
  stopWaiting()
  const again = (): void => {
    stopWaiting()
    void renewConfig()
  }
  const stop = onlineManager.subscribe((isOnline) => {
    if (isOnline) again()
  })
  // The defaults may lead to no server at all, and then the link never seems to be back.
  const timer = setInterval(() => {
    if (!onlineManager.isOnline() && storedCopy() === null) again()
  }, ASKS_AGAIN_AFTER_MS)
  stopWaiting = () => {
    stop()
    clearInterval(timer)
  }
}

/** The calls come after the sign-in page; without them the answer is not known. */
async function serverAnswers(): Promise<boolean> {
  try {
    const { reachesServer } = await import('#console/data/api/send.ts')
    return await reachesServer()
  } catch {
    return false
  }
}

/** Goes on with the same settings without what only our own server sends. Defaults stay unstored. */
function withdrawOffers(): void {
  const { registrationClosed: _told, firstAdminNeeded: _asked, ...others } = consoleConfig()
  const settings = { ...others, offers: [] }
  if (storedCopy() !== null) keep(settings)
  applyConfig(settings)
}

/**
 * The settings in an answer; absent if there are none, or if a page came in their place.
 * @throws if the answer breaks off
 */
async function fileIn(answer: Response): Promise<object | 'absent' | 'lost'> {
  if (answer.status === NOT_FOUND) return 'absent'
  if (!answer.ok) return 'lost'
  const text = await answer.text()
  try {
    const file: unknown = JSON.parse(text)
    return isObject(file) ? file : 'absent'
  } catch {
    // A file that is cut short or mistyped is not a missing one.
    return text.trimStart().startsWith('<') ? 'absent' : 'lost'
  }
}

function take(file: unknown): void {
  keep(file)
  applyConfig(readConfig(file))
}

function storedCopy(): ConsoleConfig | null {
  try {
    const kept = localStorage.getItem(STORAGE_KEY)
    return kept === null ? null : readConfig(JSON.parse(kept))
  } catch {
    return null
  }
}

function keep(file: unknown): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(file))
  } catch {
    // If the device cannot store the copy, each start waits for the file.
  }
}
