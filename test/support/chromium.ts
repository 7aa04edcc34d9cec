/** Finds a real Chromium for the browser tests, or installs one. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { aptInstall, lastLine, onPath, thisMachine, type Machine } from '#test/support/machine.ts'

export interface Chromium {
  readonly path: string
  /** Name and version, such as `Chromium 156.0.8078.73`. */
  readonly version: string
}

/** The parts of Playwright that the search uses. */
export interface Playwright {
  /** The path of Playwright's own browser, whether it is installed or not. */
  ownPath(): string
  /** Starts the browser, reads its version (`156.0.8078.73`) and closes it; rejects when it does not start. */
  versionOf(path: string): Promise<string>
  /** The arguments for Node that install Playwright's own browser. */
  readonly installArgs: readonly string[]
}

/** What Playwright 1 switches off. Chromium reads only the last `--disable-features`, so ours repeats this list. */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** Pages that Chromium prepares for its own address bar: they took a tenth of the time of the browser tests. */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/**
 * Chromium's arguments in addition to those of Playwright. They prevent background traffic (updates, sync, field trials),
 * work for Chromium's own interface, and the need for a graphics card. Chromium does not start its sandbox as root.
 */
export const CHROMIUM_ARGS: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR_PAGES].join(',')}`,
  ...(thisMachine.isRoot ? ['--no-sandbox'] : []),
]

/**
 * Searches `CHROMIUM_PATH`, the PATH, the usual folders and Playwright's own folder; installs a browser when none starts.
 * @throws Error with one sentence when no Chromium can be had
 */
export async function findChromium(
  machine: Machine = thisMachine,
  playwright: Playwright = thisPlaywright,
): Promise<Chromium> {
  const reasons: string[] = []
  const firstOf = async (paths: readonly string[]): Promise<Chromium | null> => {
    for (const path of paths) {
      try {
        return { path, version: `${brandOf(path)} ${await playwright.versionOf(path)}` }
      } catch (error) {
        reasons.push(`${path} does not start (${firstLine(error)})`)
      }
    }
    return null
  }

  const wished = machine.env['CHROMIUM_PATH']
  const found = await firstOf(wished ? [wished] : installed(machine, playwright))
  if (found) return found
  if (wished) throw new Error(`CHROMIUM_PATH names no Chromium that works: ${reasons.join('; ')}.`)

  const aptFailure = await aptInstall(machine, ['chromium', 'fonts-liberation'])
  if (aptFailure === null) {
    const added = await firstOf(installed(machine, playwright))
    if (added) return added
  } else reasons.push(aptFailure)

  machine.say("Installing Playwright's Chromium, once…")
  const download = await machine.run(process.execPath, playwright.installArgs)
  if (!download.ok) reasons.push(`Playwright's install failed (${lastLine(download.output)})`)
  const own = await firstOf([playwright.ownPath()].filter((path) => machine.isFile(path)))
  if (own) return own
  throw new Error(
    `The browser tests need Chromium or Chrome; install one or set CHROMIUM_PATH to it. Tried: ${reasons.join('; ')}.`,
  )
}

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const USUAL_PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) =>
    PROGRAMS.map((program) => `${folder}/${program}`),
  ),
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: ['C:\\Program Files', 'C:\\Program Files (x86)'].map(
    (folder) => `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
  ),
}

/** The paths of all browsers on the machine, best first and without duplicates. */
function installed(machine: Machine, playwright: Playwright): string[] {
  const usual = USUAL_PLACES[machine.platform] ?? []
  const others = [...usual, playwright.ownPath()].filter((path) => machine.isFile(path))
  return [...new Set([...PROGRAMS.flatMap((program) => onPath(machine, program)), ...others])]
}

function brandOf(path: string): string {
  return /google.chrome/i.test(path) ? 'Google Chrome' : 'Chromium'
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

const thisPlaywright: Playwright = {
  ownPath: () => chromium.executablePath(),
  versionOf: async (path) => {
    const browser = await chromium.launch({ executablePath: path, args: [...CHROMIUM_ARGS] })
    const version = browser.version()
    await browser.close()
    return version
  },
  installArgs: [
    join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js'),
    'install',
    'chromium',
  ],
}
