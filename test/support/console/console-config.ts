/** Run-time settings of the console, for the length of one test. */
import { http, HttpResponse } from 'msw'
import type { SetupServer } from 'msw/node'
import { onTestFinished } from 'vitest'
import { CONFIG_PATH, readConfig } from '#contract/config.ts'
import type { Offer } from '#contract/offers.ts'
import { consoleConfig, takeConfig } from '#console/data/api/config.ts'
import { loadConfig } from '#console/data/api/host/load-config.ts'

/** Starts the console anew with this `config.json`; after the test it is without one. */
export async function configured(api: SetupServer, file: object): Promise<void> {
  await start(api, file)
  leavesNoConfig(api)
}

/** After the test the console has the settings of one without a `config.json`. */
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

/** The server offers these and nothing else, for the length of one test. */
export function offering(...offers: readonly Offer[]): void {
  const before = consoleConfig()
  takeConfig({ ...readConfig(null), offers })
  onTestFinished(() => takeConfig(before))
}
