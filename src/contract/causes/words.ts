/**
 * The words by which causes are recognised: in NetSuite's messages, and in those of this server's sentences that carry
 * no names (`own-sentences.ts` has the others). They are matched with normalised text (`normal-text.ts`), in which `#`
 * stands for every id, number and date, so that none of those decides.
 */
import type { CauseCode } from '#contract/causes/causes.ts'

const INACTIVE = '(?:inactive|deactivated|disabled|not (?:currently )?active|no longer active)'
const UNKNOWN = [
  "isn't in the .+ data",
  '(?:not|could not be|cannot be) found',
  "(?:does not|doesn't) exist",
  '(?:is )?unknown',
  'no such',
  'invalid',
].join('|')
const MISSING = 'missing|required|please (?:enter|choose|select)|must be (?:entered|given)'
const DISAGREE = "(?:do not|don't|does not|doesn't|must) (?:equal|match|agree|add up)|differs?"
/** A little text within one sentence. */
const GAP = '[^.;]{0,60}'
const BIN = '\\b(?:to)?bins?(?: ?numbers?)?\\b'
const ITEM = '\\b(?:items?|upc|sku|product)\\b'
const LOCATION = '\\b(?:adj)?(?:locations?|warehouse|subsidiary)\\b'

/** Two parts of one sentence, in either order. */
const both = (one: string, other: string): string =>
  `${one}${GAP}(?:${other})|(?:${other})${GAP}${one}`

/** In the order in which they are tried: the sentences of this server first, then from the particular to the general. */
const PHRASES: readonly (readonly [CauseCode, readonly string[]])[] = [
  // Before all others: a reason follows. Earlier versions said it in other words than `own-sentences.ts`.
  ['unconfirmed', ['^the record was sent to .+ before']],
  ['refused-row', ["rows? couldn't be read and kept"]],
  ['ambiguous', ['^(?:there are several|multiple|more than one) ', 'ambiguous']],
  ['ambiguous', ['(?:means|matche[sd]) (?:several|multiple|more than one)']],
  [
    'incomplete',
    [
      'the record (?:names no|has no items|cannot be read|is gone|does not say)',
      'a line (?:names no|has no)',
      'locations must be different',
    ],
  ],
  ['no-answer', ['^an earlier record .+ is booked first']],
  [
    'bin-elsewhere',
    [
      both('\\bbins?\\b', '(?:another|different|other|wrong) location'),
      'bins? .{0,60}not (?:in|at|available in|associated with) .{0,30}location',
    ],
  ],
  ['settings', ['refused the certificate', 'secret_key']],
  [
    'login',
    [
      'refused the login|login attempt|log ?in (?:failed|refused|denied)',
      'invalid (?:login|token|credentials|signature|email)',
      'unauthori[sz]ed|authentication',
      '(?:token|session) (?:has )?expired',
    ],
  ],
  [
    'no-answer',
    ["isn't responding|no (?:answer|response)|did not answer|timed? ?out|timeout|etimedout"],
  ],
  [
    'erp-down',
    [
      "answer (?:couldn't be read|is larger)",
      'reported an internal error',
      'unexpected suitescript error',
    ],
  ],
  ['settings', ['in erp setup', 'not configured', 'base url']],
  ['stopped', ['(?:sync|server) was (?:cancelled|canceled|stopped)']],
  ['server', ['failed on this server', '\\bdatabase\\b', 'disk is full']],
  [
    'busy',
    [
      'concurren|too many requests|rate limit|throttl|governance|usage limit',
      'request limit|requests? blocked|is busy',
    ],
  ],
  [
    'changed',
    [
      'record has been changed|was changed by|modified by another|changed since|data has been changed',
    ],
  ],
  ['period-closed', ['\\bperiod\\b', '(?:posting|accounting|books?) .{0,40}(?:closed|locked)']],
  ['locked-by-workflow', ['workflow|locked|in use by another']],
  [
    'permission',
    [
      'permission|privilege|forbidden|access (?:is )?denied',
      'not (?:permitted|authori[sz]ed|allowed) to',
      'role (?:lacks|does not|cannot)|restrictions? on your role',
    ],
  ],
  [
    'settings',
    ['rejected the query|invalid search query|method not allowed|unknown column|lack a field'],
  ],
  [
    'erp-down',
    [
      'internal (?:server )?error|unexpected error|gateway|maintenance|try again later',
      'unavailable$|temporarily unavailable|service unavailable|unreachable|system is down',
      'connection (?:was )?(?:refused|reset|closed|lost)|econn|socket|network error|proxy',
    ],
  ],
  ['duplicate', ['already (?:exists?|in use|taken)|duplicate|not unique']],
  [
    'negative-stock',
    [
      'negative|not enough|less than zero|out of stock',
      'insufficient (?:stock|quantity|inventory)',
      '(?:exceeds?|greater than|more than) .{0,40}(?:on hand|available|in stock)',
      'only .{0,20}(?:available|on hand|in stock)',
      'quantit(?:y|ies) (?:is |are )?not available|(?:items?|stock) .{0,20}not available',
    ],
  ],
  [
    'lines-disagree',
    [
      `(?:quantit(?:y|ies)|total|sum|assignment|lines?)\\b${GAP}(?:${DISAGREE})`,
      'detail quantity must (?:be|match)',
    ],
  ],
  ['bin-inactive', [both('\\bbins?(?: ?number)?\\b', INACTIVE)]],
  ['item-inactive', [both(ITEM, INACTIVE)]],
  ['location-inactive', [both(LOCATION, INACTIVE)]],
  ['account', [both('\\baccount\\b', `${INACTIVE}|${UNKNOWN}|${MISSING}|\\btype\\b`)]],
  [
    'lot-missing',
    [
      '\\b(?:lots?|serials?|batch)\\b|issueinventorynumber|has expired|expiration',
      'inventory ?(?:number|status)|not numbered|number belongs to another item',
      both('inventory ?detail', 'required|missing|configure|enter|provide'),
    ],
  ],
  ['bin-unknown', [both(BIN, UNKNOWN)]],
  ['item-unknown', [both(ITEM, UNKNOWN)]],
  ['location-missing', [both(LOCATION, `${UNKNOWN}|mismatch`), 'belongs to another subsidiary']],
  [
    'gone',
    [
      "no longer exists?|was deleted|not found|(?:does not|doesn't) exist",
      'invalid .{0,40}(?:reference|key)\\b',
    ],
  ],
  [
    'incomplete',
    [
      'at least one line|\\bno (?:lines?|items?)\\b|empty (?:record|list)',
      `${MISSING}|mandatory|cannot be (?:empty|blank)`,
    ],
  ],
  [
    'field-invalid',
    [
      'invalid (?:value|field|number|date|format|type|content|quantity)|not a valid|is invalid',
      'unknown (?:field|property)|out of range|too (?:long|large)|read.only',
      'must be (?:a|an|greater|less|positive|numeric)\\b',
    ],
  ],
]

/** The causes with what recognises them, in the order in which they are tried. */
export const WORDS: readonly (readonly [RegExp, CauseCode])[] = PHRASES.map(
  ([cause, phrases]) => [new RegExp(phrases.join('|')), cause] as const,
)
