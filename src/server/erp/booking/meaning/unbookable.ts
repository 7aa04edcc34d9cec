import { ERP_NAME } from '#contract/constants.ts'

/**
 * - `record`: the record contradicts itself or what is known of the ERP; a person must correct it
 * - `unknown`: it names something that was not pulled yet, so the next sync may bring it
 * - `empty`: it has nothing to book
 */
export type UnbookableKind = 'record' | 'unknown' | 'empty'

export type MissingFrom = 'items' | 'bins' | 'locations'

/** A record cannot be booked as it is. The report and the device show the message. */
export class Unbookable extends Error {
  readonly kind: UnbookableKind
  /** The collection whose sync may bring what is unknown. */
  readonly missing: MissingFrom | null

  constructor(reason: string, kind: UnbookableKind = 'record', missing: MissingFrom | null = null) {
    super(reason)
    this.name = 'Unbookable'
    this.kind = kind
    this.missing = missing
  }
}

/** What a record names was not pulled. */
export function notPulled(what: 'item' | 'bin' | 'location', name: string, how = ''): Unbookable {
  const subject = `${what[0]?.toUpperCase() ?? ''}${what.slice(1)} ${name}`
  return new Unbookable(
    `${subject} isn't in the ${ERP_NAME} data${how}. Sync ${what}s, then try again.`,
    'unknown',
    `${what}s`,
  )
}

/** A list still has the rows of the previous account, where the same ids mean something else. */
export function ofOtherAccount(): Unbookable {
  return new Unbookable(
    `The items, bins and locations still come from another ${ERP_NAME} account. Sync them, then try again.`,
    'unknown',
  )
}

/** An earlier version pulled it, without fields that the booking needs: NetSuite would refuse the record. */
export function notPulledWhole(what: 'item' | 'location', name: string): Unbookable {
  return notPulled(what, name, ' of this version')
}

/** It names a unit or a status that the account may have, because the list was not read since. */
export class NeedsChoices extends Unbookable {
  constructor(reason: string) {
    super(reason, 'unknown')
    this.name = 'NeedsChoices'
  }
}

/** What an old list lacks, the account may have by now. */
export function notInList(
  { areChoicesNew }: { readonly areChoicesNew: boolean },
  reason: string,
): Unbookable {
  return areChoicesNew
    ? new Unbookable(reason)
    : new NeedsChoices(`${reason} Sync items, then try again.`)
}
