/** Run-time settings of the console, for the length of one test. */
import { http, HttpResponse } from 'msw'
import type { SetupServer } from 'msw/node'
import { onTestFinished } from 'vitest'
import { CONFIG_PATH, readConfig } from '#contract/config.ts'
import type { Offer } from '#contract/offers.ts'
import { consoleConfig, applyConfig } from '#console/data/api/config.ts'
import { loadConfig } from '#console/data/api/host/load-config.ts'

/** Restarts the console with this `config.json`; after the test there is none. */
export async function configured(api: SetupServer, file: object): Promise<void> {
  await start(api, file)
  leavesNoConfig(api)
}

/** Resets the console after the test to the defaults, without a `config.json`. */
export function leavesNoConfig(api: SetupServer): void {
  onTestFinished(async () => {
    await start(api, {})
    window.localStorage.clear()
    api.resetHandlers()
  })
}

async function start(api: SetupServer, file: object): Promise<void> {
  window.localStorage.clear()
  api.use(http.get(CONFIG_PATH, () => HttpResponse.json(file)))
  await loadConfig()
}

/** Sets the offers of the server for one test. */
export function offering(...offers: readonly Offer[]): void {
  const before = consoleConfig()
  applyConfig({ ...readConfig(null), offers })
  onTestFinished(() => applyConfig(before))
}
