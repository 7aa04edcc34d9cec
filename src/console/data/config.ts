/** The run-time settings of the console, kept on the device after the first start (decisions.md 1.3). */
import { CONFIG_PATH, readConfig, type ConsoleConfig } from '#contract/config.ts'

const KEPT_AS = 'dockside.config'

let current = readConfig(null)

/** The settings in force. */
export function consoleConfig(): ConsoleConfig {
  return current
}

/**
 * The first start waits for the file; later starts use the kept copy at once and refresh it behind.
 * @throws when there is neither a file nor a copy of one
 */
export async function loadConfig(): Promise<void> {
  const kept = keptCopy()
  if (kept === null) {
    current = await fetchConfig()
    return
  }
  current = kept
  void fetchConfig()
    .then((fresh) => {
      current = fresh
    })
    .catch(() => undefined)
}

/** Whether the console's own host answers, which need not be where the calls go: a reload finds something. */
export async function reachesHost(): Promise<boolean> {
  try {
    await fetch(CONFIG_PATH, { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

async function fetchConfig(): Promise<ConsoleConfig> {
  const answer = await fetch(CONFIG_PATH, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${CONFIG_PATH} answered ${String(answer.status)}`)
  const file: unknown = await answer.json()
  keep(file)
  return readConfig(file)
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
