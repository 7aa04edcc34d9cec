/** The day on which something happened, in the time zone of the account (erp.md section 7). */
import { readZone, type Zone } from '#server/erp/pull/session-zone.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'

export interface AccountZone {
  /**
   * The day of a moment, such as 2026-05-11.
   * @param moment ISO 8601
   * @throws ErpFault if the zone is not known yet and NetSuite does not answer
   */
  readonly dayOf: (client: Pick<ErpClient, 'address' | 'query'>, moment: string) => Promise<string>
}

/** The integration's user may get another zone, so it is asked again now and then. */
const KNOWN_FOR_MS = 3_600_000

export function createAccountZone({
  now,
  log,
}: {
  readonly now: () => number
  readonly log: { readonly warn: (what: string) => void }
}): AccountZone {
  let known: Known | null = null
  return {
    dayOf: async (client, moment) => {
      const { address } = client
      // ERP Setup may lead to another account by now.
      if (!known || known.address !== address || now() >= known.until) {
        const zone = await readZone(client, (what) => log.warn(what))
        known = { address, zone, until: now() + KNOWN_FOR_MS }
      }
      return localTime(known.zone, moment).slice(0, 'YYYY-MM-DD'.length)
    },
  }
}

interface Known {
  readonly address: string
  readonly zone: Zone
  readonly until: number
}

const HOUR_MS = 3_600_000

/** Near the hour that occurs twice a year, `toLocal` may be an hour early, for pulls. A day must not be. */
function localTime({ toLocal, toMoment }: Zone, moment: string): string {
  const early = toLocal(moment)
  const asUtc = Date.parse(`${early.replace(' ', 'T')}Z`)
  const late = new Date(asUtc + HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
  const second = Math.floor(Date.parse(moment) / 1000)
  const isRight = (local: string) => Date.parse(toMoment(local) ?? '') / 1000 === second
  return !isRight(early) && isRight(late) ? late : early
}
