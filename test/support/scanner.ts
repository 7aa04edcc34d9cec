/** A scanner that talks to a running server over real HTTP. */
import type { MobileFeature } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { ask } from '#test/support/server/first-admin.ts'

/**
 * Adds a mobile user and signs in.
 * @param token the session of a super admin
 * @returns the token of the mobile user
 */
export async function scannerAt(
  address: string,
  token: string,
  feature: MobileFeature,
  userid = 'picker1',
): Promise<string> {
  const password = 'pallet'
  const user = {
    userid,
    name: 'Pat Picker',
    password,
    location: 'WH 1',
    multi_location_enable: false,
    features: { [feature]: true },
  }
  await ask(address, endpoints.createUser, { token, body: user })
  const { body } = await ask(address, mobileEndpoints.mobileLogin, { body: { userid, password } })
  return String(body['access_token'])
}
