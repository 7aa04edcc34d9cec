// The Oracle date formats that connectors use. Times are wall-clock times of the session, in milliseconds as if they
// were UTC.
import { invalidQuery } from '#test/netsuite/errors.ts'

/** The format of dates without TO_CHAR: that of the account, without the time. */
export const ACCOUNT_DATE_FORMAT = 'DD/MM/YYYY'

const FIELDS = ['YYYY', 'MM', 'DD', 'HH24', 'MI', 'SS'] as const
type Field = (typeof FIELDS)[number]
type Part = { readonly field: Field } | { readonly literal: string }

/** A function that formats a time. */
export function dateWriter(format: string): (time: number) => string {
  const parts = readFormat(format)
  return (time) => {
    const date = new Date(time)
    return parts.map((part) => ('field' in part ? write(date, part.field) : part.literal)).join('')
  }
}

/** Parses a text in a format; throws "Invalid search query" when it does not match. */
export function parseDate(text: string, format: string): number {
  const parts = readFormat(format)
  const pattern = parts.map((part) => ('field' in part ? digits(part.field) : escape(part.literal)))
  const match = new RegExp(`^${pattern.join('')}$`).exec(text)
  if (!match) throw invalidQuery(`Search error occurred: '${text}' is not a date in ${format}.`)
  const fields = parts.flatMap((part) => ('field' in part ? [part.field] : []))
  const value = (field: Field, otherwise: number): number => {
    const at = fields.indexOf(field)
    return at < 0 ? otherwise : Number(match[at + 1])
  }
  const [year, month, day] = [value('YYYY', 1970), value('MM', 1), value('DD', 1)]
  const time = Date.UTC(year, month - 1, day, value('HH24', 0), value('MI', 0), value('SS', 0))
  if (new Date(time).getUTCDate() !== day) {
    throw invalidQuery(`Search error occurred: '${text}' is not a day of the calendar.`)
  }
  return time
}

function readFormat(format: string): Part[] {
  const parts: Part[] = []
  let rest = format
  while (rest !== '') {
    const upper = rest.toUpperCase()
    const field = FIELDS.find((name) => upper.startsWith(name))
    const literal = /^(?:"([^"]*)"|([-/:., ]))/.exec(rest)
    if (field) parts.push({ field })
    else if (literal) parts.push({ literal: literal[1] ?? literal[2] ?? '' })
    else throw invalidQuery(`Search error occurred: Date format ${format} is not recognized.`)
    rest = rest.slice(field?.length ?? literal?.[0].length)
  }
  return parts
}

function write(date: Date, field: Field): string {
  const pad = (value: number): string => String(value).padStart(2, '0')
  switch (field) {
    case 'YYYY':
      return String(date.getUTCFullYear())
    case 'MM':
      return pad(date.getUTCMonth() + 1)
    case 'DD':
      return pad(date.getUTCDate())
    case 'HH24':
      return pad(date.getUTCHours())
    case 'MI':
      return pad(date.getUTCMinutes())
    case 'SS':
      return pad(date.getUTCSeconds())
  }
}

function digits(field: Field): string {
  return field === 'YYYY' ? '(\\d{4})' : '(\\d{1,2})'
}

function escape(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
