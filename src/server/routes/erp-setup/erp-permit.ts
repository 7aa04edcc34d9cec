/** What every test of a connection needs: an address that may be called, and a permit of the account. */
import { OTHER_CODES } from '#contract/own/refusal-codes.ts'
import { refusals } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import type { TestDeps } from '#server/erp/connection-test.ts'
import { readMapping } from '#server/erp/pull/mapping.ts'
import { narrowed } from '#server/erp/pull/narrow.ts'
import { sourcesOf } from '#server/erp/pull/sources.ts'
import { savedReadRules } from '#server/erp/read-rules.ts'
import { AddressRefused, assertAllowedAddress } from '#server/erp/transport/address.ts'
import { HttpError } from '#server/http/http-error.ts'

/** The timeout of a test, and how long it may wait for a permit behind pulls and bookings. */
export const TEST_MS = 90_000
const PLACE_MS = 20_000

/** @throws HttpError 400 with the reason (decisions/server/erp-addresses.md) */
export function assertErpAddress({ env }: Context, url: string): void {
  try {
    assertAllowedAddress(url, env.erpAllowedHosts)
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    throw new HttpError(400, { detail: error.message, code: OTHER_CODES.erpAddressRefused })
  }
}

/** What a test proves besides the connection: the lists and bookings as this server is set up. */
export async function proofOf({
  db,
  env,
  seal,
}: Context): Promise<Pick<TestDeps, 'adjustmentAccount' | 'sources'>> {
  const rules = await savedReadRules(db, (purpose, value) => seal.open(purpose, value))
  return {
    adjustmentAccount: env.erpAdjustmentAccount,
    sources: narrowed(sourcesOf(readMapping(env)), rules),
  }
}

/** @throws HttpError 503 if no permit of the account becomes free soon */
export function withTestPermit<T>({ erp }: Context, work: () => Promise<T>): Promise<T> {
  const patience = AbortSignal.timeout(PLACE_MS)
  let hasBegun = false
  const begin = (): Promise<T> => {
    hasBegun = true
    return work()
  }
  return erp.withPermit(begin, patience).catch((error: unknown) => {
    if (hasBegun || !patience.aborted) throw error
    throw new HttpError(503, refusals.erpPlacesTaken, { 'Retry-After': '60' })
  })
}
