/** Query results have times in the time zone of the integration user's session (erp.md section 6). */
import type { ErpClient } from '#server/erp/transport/client.ts'
import { isQueryFault } from '#server/erp/transport/fault.ts'
import { textOf, type ToMoment } from '#server/erp/pull/fields.ts'

/** Converts times in both directions. */
export interface Zone {
  readonly toMoment: ToMoment
  /** The local time of the session. When clocks are set back, the later of the two possible times. */
  readonly toLocal: (moment: string) => string
  /** Whether this is the time zone of the session, not an assumed one. */
  readonly isSure: boolean
}

/** If the account does not tell its time zone, or it is unknown, times are read as UTC. */
export async function readZone(
  client: Pick<ErpClient, 'query'>,
  note: (what: string) => void,
): Promise<Zone> {
  const named = await zoneName(client)
  const zone = named === null ? null : sessionZone(named)
  if (zone) return zone
  note(`times are read as UTC, because the zone of the session is ${named ?? 'not told'}`)
  return IN_UTC
}

/**
 * Converts times of a time zone.
 * @param zone an offset such as `+02:00` or a region such as `Europe/Berlin`
 * @returns null if there is no such time zone
 */
export function sessionZone(zone: string): Zone | null {
  const offsetMs = offsetReader(zone)
  return offsetMs && zoneOf(offsetMs)
}

/** @param offsetMs how far local time is ahead of UTC at a moment */
function zoneOf(offsetMs: (moment: number) => number): Zone {
  return {
    isSure: true,
    toMoment: (local) => {
      const asUtc = readLocal(local)
      if (asUtc === null) return null
      // The offset depends on the unknown moment. Near a clock change the first guess may be on the wrong
      // side of it, so the offset is looked up again.
      const guess = asUtc - offsetMs(asUtc)
      return new Date(asUtc - offsetMs(guess)).toISOString()
    },
    toLocal: (moment) => {
      const at = Date.parse(moment)
      // When clocks are set back, an hour occurs twice. A later moment must not get an earlier local time.
      const offset = Math.min(offsetMs(at), offsetMs(at + CLOCK_CHANGE_MS))
      return new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ')
    },
  }
}

/** Used if the time zone is unknown. */
const IN_UTC: Zone = { ...zoneOf(() => 0), isSure: false }

/** How far local time is ahead of UTC at a moment, in milliseconds. */
function offsetReader(zone: string): ((moment: number) => number) | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d?):(\d\d)$/.exec(zone) ?? []
  if (sign !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1)
    return () => offset
  }
  const format = formatOf(zone)
  if (!format) return null
  return (moment) => {
    const found = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    const field = (type: Intl.DateTimeFormatPartTypes) => Number(found.get(type))
    const local = Date.UTC(
      field('year'),
      field('month') - 1,
      field('day'),
      field('hour'),
      field('minute'),
      field('second'),
    )
    return local - Math.floor(moment / 1000) * 1000
  }
}

const MINUTE_MS = 60_000
const CLOCK_CHANGE_MS = 3 * 60 * MINUTE_MS

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
}

function readLocal(local: string): number | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(local)) return null
  const time = Date.parse(`${local.replace(' ', 'T')}Z`)
  return Number.isNaN(time) ? null : time
}

async function zoneName(client: Pick<ErpClient, 'query'>): Promise<string | null> {
  try {
    const { rows } = await client.query('SELECT SESSIONTIMEZONE AS zone FROM dual')
    return textOf(rows[0]?.['zone'])
  } catch (error) {
    if (isQueryFault(error)) return null
    throw error
  }
}
