/** What every test of a connection needs: an address that may be called, and a permit of the account. */
import { refusals } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
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
    throw error instanceof AddressRefused ? new HttpError(400, error.message) : error
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
