/**
 * GS1 application identifiers with the format of their values (GS1 General Specifications, section 3.2).
 * https://ref.gs1.org/standards/genspecs/
 */
import { formatOf, type ValueFormat } from '#contract/scan/value-format.ts'

/** Identifiers with the same format. `n` is the last digit: of most of these it tells the decimal places. */
const FORMATS: Readonly<Record<string, string>> = {
  '00': 'N18,check',
  '01 02 03': 'N14,gtin',
  '11 12 13 15 16 17': 'N6,date',
  '20': 'N2',
  '10 21 22': 'X..20',
  '30 37': 'N..8',
  '90': 'X..30',
  '91 92 93 94 95 96 97 98 99': 'X..90',
  '235': 'X..28',
  '240 241 250 251': 'X..30',
  '242': 'N..6',
  '243 254': 'X..20',
  '253': 'N13,check [X..17]',
  '255': 'N13,check [N..12]',
  '400 401 403': 'X..30',
  '402': 'N17,check',
  '410 411 412 413 414 415 416 417': 'N13,check',
  '420': 'X..20',
  '421': 'N3 X..9',
  '422 424 426': 'N3',
  '423 425': 'N3 [N..12],threes',
  '427': 'X..3',
  '710 711 712 713 714 715 716 717': 'X..20',
  '390n 392n': 'N..15',
  '391n 393n': 'N3 N..15',
  '394n': 'N4',
  '395n': 'N6',
  '4300 4301 4310 4311 4320': 'X..35',
  '4302 4303 4304 4305 4306 4312 4313 4314 4315 4316': 'X..70',
  '4307 4317': 'X2,country',
  '4308 4319': 'X..30',
  '4309': 'N20',
  '4318': 'X..20',
  '4321 4322 4323': 'N1,flag',
  '4324 4325': 'N6,date N4,time',
  '4326': 'N6,day',
  '4330 4331 4332 4333': 'N6 [X1],minus',
  '7001': 'N13',
  '7002': 'X..30',
  '7003': 'N6,day N4,time',
  '7004': 'N..4',
  '7005': 'X..12',
  '7006': 'N6,day',
  '7007': 'N6,day [N6],day',
  '7008': 'X..3',
  '7009': 'X..10',
  '7010': 'X..2',
  '7011': 'N6,day [N4],time',
  '7020 7021 7022': 'X..20',
  '7023': 'X..30',
  '7030 7031 7032 7033 7034 7035 7036 7037 7038 7039': 'N3 X..27',
  '7040': 'N1 X3',
  '7041': 'X..4',
  '7230 7231 7232 7233 7234 7235 7236 7237 7238 7239': 'X2 X..28',
  '7240': 'X..20',
  '7241': 'N2',
  '7242': 'X..25',
  '7250': 'N8',
  '7251': 'N12',
  '7252': 'N1',
  '7253 7254 7259': 'X..40',
  '7255': 'X..10',
  '7256': 'X..90',
  '7257': 'X..70',
  '7258': 'X3',
  '8001': 'N14',
  '8002': 'X..20',
  '8003': 'N1,zero N13,check [X..16]',
  '8004': 'X..30',
  '8005': 'N6',
  '8006 8026': 'N14,gtin N4,share',
  '8007': 'X..34',
  '8008': 'N6,day N2,hour [N..4],sixties',
  '8009': 'X..50',
  '8010': 'Y..30',
  '8011': 'N..12,number',
  '8012': 'X..20',
  '8013 8014': 'X..25,pair',
  '8017 8018': 'N18,check',
  '8019': 'N..10',
  '8020': 'X..25',
  '8030': 'Z..90',
  '8110 8112': 'X..70',
  '8111': 'N4',
  '8200': 'X..70',
}

/** Measures: the last digit, 0 to 5, tells the decimal places. */
const MEASURE = /^(?:31[0-6]|32\d|33[0-7]|34\d|35[0-7]|36\d)[0-5]$/
const MEASURE_FORMAT = 'N6'

/** The last digits of identifiers that do not have all ten. */
const FEWER: Readonly<Record<string, RegExp>> = { '394n': /[0-3]$/, '395n': /[0-5]$/ }

const formats: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMATS).flatMap(([identifiers, format]) =>
    identifiers.split(' ').map((identifier) => [identifier, format] as const),
  ),
)

/** The identifier that a text begins with; null if none is known. No identifier begins with another one. */
export function identifierAt(
  given: string,
): { readonly identifier: string; readonly format: ValueFormat } | null {
  for (const length of [2, 3, 4]) {
    const identifier = given.slice(0, length)
    const format = identifier.length === length && formatWith(identifier)
    if (format) return { identifier, format: formatOf(format) }
  }
  return null
}

function formatWith(identifier: string): string | null {
  const exact = formats.get(identifier)
  if (exact || !/^\d{4}$/.test(identifier)) return exact ?? null
  if (MEASURE.test(identifier)) return MEASURE_FORMAT
  const family = `${identifier.slice(0, 3)}n`
  const isOne = FEWER[family]?.test(identifier) ?? true
  return (isOne && formats.get(family)) || null
}
