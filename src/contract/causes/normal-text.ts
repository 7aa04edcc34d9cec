/** A message without what differs from record to record, so that messages with one cause become one text. */
import { cutText } from '#contract/rules.ts'

/** The longest text that a group is named by. */
export const NORMAL_TEXT_MAX = 160

/** Stands for a value that was taken out. */
const MARK = '#'

/** Fields of NetSuite, which messages quote. Other quoted words are values. */
const FIELDS =
  'item|items|bin|bins|binnumber|tobinnumber|location|adjlocation|account|quantity|adjustqtyby|inventory|inventorydetail|inventoryassignment|issueinventorynumber|inventorystatus|trandate|postingperiod|externalid|subsidiary|department|class|memo'

const QUOTED = /(["“”«»`])(.+?)["“”«»`]|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu
const FIELD = new RegExp(`^(?:${FIELDS})$`, 'i')
const ADDRESS = /\bhttps?:\/\/\S+|\b[\w.+-]+@[\w-]+\.[\w.-]+\b/g
/** Dates in words: '3 Feb 2026', 'May 4, 2026'. */
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\\.?'
const DATE_IN_WORDS = new RegExp(
  `\\b(?:\\d{1,2}(?:st|nd|rd|th)?[ -]${MONTH}(?:,?[ -]\\d{2,4})?|${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|${MONTH} \\d{2,4})(?![\\p{L}\\p{N}])`,
  'giu',
)
/** A word with a digit in it, such as an id, a bin, a date or a number, with what is joined to it. */
const WITH_DIGIT = /[\p{L}\p{N}_]+(?:[-./:,+'$€£][\p{L}\p{N}_]+)*/gu
const TIME_OF_DAY = /# ?(?:am|pm|utc|gmt|z)\b/g

/**
 * Lower case, with quoted values, addresses, dates, numbers and words with digits replaced by a mark, at most 160
 * characters.
 */
export function normalText(message: string): string {
  const text = message
    .normalize('NFC')
    .replaceAll('’', "'")
    .replace(ADDRESS, MARK)
    .replace(QUOTED, (_, _sign, value: string | undefined, other: string | undefined) => {
      const inside = value ?? other ?? ''
      return FIELD.test(inside) ? ` ${inside} ` : ` ${MARK} `
    })
    .replace(DATE_IN_WORDS, MARK)
    .replace(WITH_DIGIT, (word) => (/\p{N}/u.test(word) ? MARK : word))
    .toLowerCase()
    .replace(TIME_OF_DAY, MARK)
    .replace(/[-+]#/g, MARK)
    .replace(/#(?:[\s,;/:()-]*#)+/g, MARK)
    .replace(/\s+/g, ' ')
    .trim()
  return cutText(text, NORMAL_TEXT_MAX).trim()
}
