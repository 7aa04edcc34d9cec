/**
 * GS1 application identifiers with the format of their values (GS1 General Specifications, section 3).
 * https://ref.gs1.org/standards/genspecs/
 */

/** What the value of an identifier may be. */
export interface ValueFormat {
  /** In characters. */
  readonly min: number
  readonly max: number
  /** How many characters at the start must be digits. */
  readonly digits: number
  /** The number of characters at the start whose last one is a check digit; none without it. */
  readonly checked?: number
  readonly isDate?: boolean
}

const text = (max: number, digits = 0): ValueFormat => ({ min: digits + 1, max, digits })
const digits = (max: number, min = 1): ValueFormat => ({ min, max, digits: max })
const fixed = (length: number): ValueFormat => digits(length, length)
const checked = (length: number, max = length): ValueFormat => ({
  min: length,
  max,
  digits: length,
  checked: length,
})
const date: ValueFormat = { ...fixed(6), isDate: true }

/** A dot stands for any digit; in most of these identifiers it is the number of decimal places. */
const FORMATS: Readonly<Record<string, ValueFormat>> = {
  '00': checked(18),
  '01': checked(14),
  '02': checked(14),
  '10': text(20),
  '11': date,
  '12': date,
  '13': date,
  '15': date,
  '16': date,
  '17': date,
  '20': fixed(2),
  '21': text(20),
  '22': text(20),
  '235': text(28),
  '240': text(30),
  '241': text(30),
  '242': digits(6),
  '243': text(20),
  '250': text(30),
  '251': text(30),
  '253': checked(13, 30),
  '254': text(20),
  '255': { ...checked(13, 25), digits: 25 },
  '30': digits(8),
  '31..': fixed(6),
  '32..': fixed(6),
  '33..': fixed(6),
  '34..': fixed(6),
  '35..': fixed(6),
  '36..': fixed(6),
  '37': digits(8),
  '390.': digits(15),
  '391.': digits(18, 4),
  '392.': digits(15),
  '393.': digits(18, 4),
  '394.': fixed(4),
  '395.': fixed(6),
  '400': text(30),
  '401': text(30),
  '402': checked(17),
  '403': text(30),
  '41[0-7]': checked(13),
  '420': text(20),
  '421': text(12, 3),
  '422': fixed(3),
  '423': digits(15, 3),
  '424': fixed(3),
  '425': digits(15, 3),
  '426': fixed(3),
  '7001': fixed(13),
  '7002': text(30),
  '7003': fixed(10),
  '8001': fixed(14),
  '8002': text(20),
  '8004': text(30),
  '8005': fixed(6),
  '8006': { ...fixed(18), checked: 14 },
  '8008': digits(12, 8),
  '8017': checked(18),
  '8018': checked(18),
  '8019': digits(10),
  '8020': text(25),
  '8200': text(70),
  '90': text(30),
  '9[1-9]': text(90),
}

const patterns = Object.entries(FORMATS).map(([pattern, format]) => ({
  pattern: new RegExp(`^(?:${pattern.replaceAll('.', String.raw`\d`)})`),
  format,
}))

/** The identifier that a text begins with; null if none is known. */
export function identifierAt(
  given: string,
): { readonly identifier: string; readonly format: ValueFormat } | null {
  for (const { pattern, format } of patterns) {
    const [identifier] = pattern.exec(given) ?? []
    if (identifier !== undefined) return { identifier, format }
  }
  return null
}
