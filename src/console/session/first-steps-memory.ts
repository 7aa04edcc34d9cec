/** What this device remembers about the first steps: whether the console was installed, and whether the list is hidden. */
import { isInstalled } from '#console/session/installed.ts'

const INSTALLED_AS = 'dockside.installed'
const HIDDEN_AS = 'dockside.firstStepsHidden'

/** Remembers an installation; the tab that it began in stays a tab. */
export function rememberInstalled(): void {
  remember(INSTALLED_AS)
}

/** Whether the console runs installed, or was installed on this device. */
export function isInstalledHere(): boolean {
  return isInstalled() || isRemembered(INSTALLED_AS)
}

/** Hides the list on this device. */
export function hideFirstSteps(): void {
  remember(HIDDEN_AS)
}

/** Whether the list is hidden on this device. */
export function areFirstStepsHidden(): boolean {
  return isRemembered(HIDDEN_AS)
}

function remember(key: string): void {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    // A device that stores nothing shows the list again.
  }
}

function isRemembered(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
