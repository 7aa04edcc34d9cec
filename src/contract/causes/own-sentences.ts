/**
 * The causes of the sentences that this server says itself. They carry names of items, bins and people, and a name may
 * be a word of another cause: "Item PERIOD LAMP is inactive in NetSuite." So they are recognised from their first to
 * their last word, before the words of `words.ts`.
 */
import { ERP_NAME } from '#contract/constants.ts'
import type { CauseCode } from '#contract/causes/causes.ts'

const NOT_PULLED = `isn't in the ${ERP_NAME} data*. Sync`

/** `*` is any text. A test reads the sentences out of the server's source, so that none is forgotten. */
const SENTENCES: readonly (readonly [CauseCode, readonly string[]])[] = [
  [
    'unconfirmed',
    [`The record was sent to ${ERP_NAME} before and may have been booked. Check in ${ERP_NAME} *`],
  ],
  [
    'item-unknown',
    [
      `Item * ${NOT_PULLED} items, then try again.`,
      `The units of * aren't in the ${ERP_NAME} data. Sync items, then try again.`,
    ],
  ],
  [
    'gone',
    [
      `The items, bins and locations still come from another ${ERP_NAME} account. Sync them, then try again.`,
    ],
  ],
  ['bin-unknown', [`Bin * ${NOT_PULLED} bins, then try again.`]],
  ['location-missing', [`Location * ${NOT_PULLED} locations, then try again.`]],
  ['item-inactive', [`Item * is inactive in ${ERP_NAME}.`]],
  ['location-inactive', [`The location * is inactive in ${ERP_NAME}.`]],
  ['bin-inactive', [`The bin * of * is inactive in ${ERP_NAME}.`]],
  [
    'bin-elsewhere',
    [
      'The bin * is not in the location *. Sync bins, then try again.',
      'The bin * is in the location *, not in *.',
    ],
  ],
  [
    'ambiguous',
    [
      'There are several locations called *: *. The record must say the full name, or the id.',
      'There are several bins *: the record must name the location.',
      'There are several bins * in *: the record must say the id.',
      '* means several items: *. The record must say the id of the item.',
      '* means several units of *. Its units are *.',
    ],
  ],
  [
    'incomplete',
    [
      'The record moves items from * to *.',
      'The record moves items *. Send one record for each pair of locations.',
      'The record is about two subsidiaries: * and *. Send one record for each.',
      'The record names two bins: * and *.',
      'The record names two locations: * and *.',
      'The record names two target locations: * and *.',
      'The line names two statuses: * and *.',
      'The record says bin *, but the id * is that of *.',
      'The record says location *, but the id * is that of *.',
      'The line says status *, but the id * is that of *.',
      'The line says item *, but * is another item than *.',
      'The line says item *, but * is not called so.*',
      'The location * works with bins: the record must name the bin.',
      'Item * has no unit *. Its units are *.',
      `Item * has no units of measure in ${ERP_NAME}, so * cannot be converted.`,
      `Item * is kept in no bins in ${ERP_NAME}, so it cannot move between them.`,
      `${ERP_NAME} moves item * between bins in the unit *, and * cannot be expressed in it exactly.`,
    ],
  ],
  [
    'lot-missing',
    [
      'Item * needs a lot number.',
      'Item * needs a serial number for each piece: there are * for *.',
      `Item * has no lots in ${ERP_NAME}, so it cannot have the lot *.`,
      `Item * has no serial numbers in ${ERP_NAME}.`,
      'A serial number of * is in the line twice.',
      'The line of * has a lot and serial numbers. It can have only one.',
      `${ERP_NAME} has no lot or serial number * of item *.`,
      `${ERP_NAME} has no inventory status *.`,
    ],
  ],
  [
    'settings',
    [
      `${ERP_NAME} is not configured: * not set. A super admin can enter this in ERP Setup.`,
      'The saved * cannot be read with the current SECRET_KEY. A super admin must enter it again in ERP Setup.',
      '* A super admin can change it in ERP Setup.',
      `${ERP_NAME} wasn't found at the Base URL (status *). Check it in ERP Setup.`,
      `${ERP_NAME} rejected the query. The account may lack a field: *`,
    ],
  ],
  ['login', [`${ERP_NAME} refused the login, because this server's clock is * ${ERP_NAME}'s. *`]],
  [
    'permission',
    [
      `${ERP_NAME} doesn't permit this. Give the access token's role this permission: *`,
      `${ERP_NAME} returned no *, so the * kept. Check the access token's permissions.`,
    ],
  ],
  ['erp-down', [`${ERP_NAME} reported an internal error (status *). Try again later.`]],
  ['stopped', ['The sync was cancelled by *.']],
  ['refused-row', ["* couldn't be read and kept * old values. The first is *: *."]],
]

const PARTS = SENTENCES.flatMap(([cause, sentences]) =>
  sentences.map((sentence) => [sentence.split('*'), cause] as const),
)

/** The cause of a sentence of this server; undefined if it is none, or carries no names. */
export function ownCauseOf(text: string): CauseCode | undefined {
  // Earlier versions ended their sentences in this way, and stored them with their records.
  const sentence = text.replace(/, then retry\.$/, ', then try again.')
  return PARTS.find(([parts]) => consistsOf(parts, sentence))?.[1]
}

/** Whether a text has these parts in this order, with any text between them, and begins and ends with the outer ones. */
function consistsOf(parts: readonly string[], text: string): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}
