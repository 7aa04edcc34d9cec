/**
 * By what each cause is recognised: codes of NetSuite, and words of its messages, of this server's sentences and of
 * the connector's faults. Words are matched with normalised text (`normal-text.ts`), so that no id decides.
 */
import type { CauseCode } from '#contract/causes/causes.ts'

/** Codes that say more than the words beside them. */
export const CODES: Readonly<Record<string, CauseCode>> = {
  INSUFFICIENT_PERMISSION: 'permission',
  INSUFFICIENT_PERMISSIONS: 'permission',
  USER_ACCESS_DENIED: 'permission',
  FEATURE_DISABLED: 'permission',
  INVALID_LOGIN: 'login',
  INVALID_LOGIN_ATTEMPT: 'login',
  INVALID_LOGIN_CREDENTIALS: 'login',
  SESSION_TIMED_OUT: 'login',
  invalid_token: 'login',
  CONCURRENCY_LIMIT_EXCEEDED: 'busy',
  SSS_REQUEST_LIMIT_EXCEEDED: 'busy',
  SSS_USAGE_LIMIT_EXCEEDED: 'busy',
  WS_REQUEST_BLOCKED: 'busy',
  EXCEEDED_CONCURRENT_REQUEST_LIMIT: 'busy',
  EXCEEDED_REQUEST_LIMIT: 'busy',
  RCRD_HAS_BEEN_CHANGED: 'changed',
  RCRD_LOCKED_BY_WF: 'locked-by-workflow',
  PERIOD_CLOSED: 'period-closed',
  ACCTNG_PRD_REQD: 'period-closed',
  DUP_RCRD: 'duplicate',
  DUP_ENTITY: 'duplicate',
  IDEMPOTENCY_ERROR: 'duplicate',
  INVALID_METHOD: 'settings',
  NONEXISTENT_RECORD_TYPE: 'settings',
  SSS_TIME_LIMIT_EXCEEDED: 'erp-down',
  SERVICE_UNAVAILABLE: 'erp-down',
  UNEXPECTED_ERROR: 'erp-down',
}

/** Codes that are used only if the words say nothing. */
export const VAGUE_CODES: Readonly<Record<string, CauseCode>> = {
  INVALID_KEY_OR_REF: 'gone',
  NONEXISTENT_ID: 'gone',
  RCRD_DSNT_EXIST: 'gone',
  RECORD_DOES_NOT_EXIST: 'gone',
  SSS_INVALID_SUBLIST_OPERATION: 'field-invalid',
  INVALID_CONTENT: 'field-invalid',
  INVALID_FLD_VALUE: 'field-invalid',
  INVALID_NUMBER: 'field-invalid',
  INVALID_PARAMETER: 'settings',
  MISSING_REQD_ARGUMENT: 'incomplete',
}

const INACTIVE = '(?:inactive|deactivated|disabled|not (?:currently )?active|no longer active)'
const UNKNOWN =
  "(?:isn't in the .+ data|(?:is )?not (?:found|among|known|exist)|is unknown|unknown|(?:does not|doesn't|do not|cannot be|could not be|couldn't be) (?:exist|found)|no such|invalid|non-?existent)"
const MISSING =
  '(?:missing|required|please (?:enter|choose|select|provide)|must (?:enter|have|specify)|names no|has no)'
/** A little text between two words of one sentence. */
const GAP = '[^.;]{0,60}'

/** Either order of two parts in one sentence. */
const both = (one: string, other: string): string => `${one}${GAP}\\b${other}|${other}${GAP}${one}`
const sign = (text: string): RegExp => new RegExp(text)

/** In the order in which they are tried. */
export const WORDS: readonly (readonly [RegExp, CauseCode])[] = [
  // This server's own sentences.
  [/^(?:there are several|multiple|more than one) /, 'ambiguous'],
  [/the record must name the location/, 'ambiguous'],
  [/ambiguous|matche[sd] (?:several|multiple|more than one)/, 'ambiguous'],
  [/names no location|^no location|location is (?:missing|required)/, 'incomplete'],
  [/the record (?:has no items|cannot be read|is gone|moves items|does not say)/, 'incomplete'],
  [/a line (?:names no|has no)/, 'incomplete'],
  [/is not in the location|bin belongs to another location/, 'bin-elsewhere'],
  [sign(both('bins?', '(?:another|different|other|wrong) location')), 'bin-elsewhere'],
  [
    /bins? .{0,60}not (?:in|at|part of|available (?:in|at)|associated with) .{0,30}location/,
    'bin-elsewhere',
  ],
  [/^bin .+ isn't in the .+ data/, 'bin-unknown'],
  [/^item .+ isn't in the .+ data/, 'item-unknown'],
  [/^location .+ isn't in the .+ data/, 'location-missing'],
  // The connector's faults.
  [
    /(?:is|are) not set\. a super admin|in erp setup|not configured|base url|certificate/,
    'settings',
  ],
  [/secret_key|saved .+ cannot be read/, 'settings'],
  [
    /refused the login|login attempt|invalid (?:login|token|credentials|signature)|log ?in (?:failed|refused|denied)|unauthori[sz]ed|authentication|expired (?:token|session)|(?:token|session) (?:has )?(?:expired|timed out)|incorrect (?:email|password)/,
    'login',
  ],
  [/sync was (?:cancelled|canceled)|server was stopped|was (?:cancelled|stopped) by/, 'stopped'],
  [/failed on this server|database|disk is full|internal error of this server/, 'server'],
  [
    /concurren|request limit|too many requests|rate limit|requests? blocked|is busy|throttl|governance|usage limit/,
    'busy',
  ],
  [
    /isn't responding|not respond|no (?:answer|response)|did not answer|unanswered|timed? ?out|timeout/,
    'no-answer',
  ],
  [
    /has been changed|was changed by|modified by another|record was modified|changed since you/,
    'changed',
  ],
  [/workflow|locked|in use by another/, 'locked-by-workflow'],
  [/period/, 'period-closed'],
  [
    /(?:posting|accounting|books?) .{0,40}(?:closed|locked)|closed .{0,30}(?:month|year|books)/,
    'period-closed',
  ],
  [
    /permission|privilege|not (?:permitted|authori[sz]ed|allowed) to|access (?:is )?denied|forbidden|role (?:lacks|does not|doesn't|cannot)|restricted/,
    'permission',
  ],
  [
    /(?:rejected the query|invalid search query|not supported for this record|method not allowed|lack a field|unknown column)/,
    'settings',
  ],
  [
    /internal error|unexpected error|server error|bad gateway|service (?:is )?(?:temporarily )?unavailable|gateway|maintenance|try again later|could ?n[o']t? be (?:read|reached)|unreachable|connection (?:was )?(?:refused|reset|closed|lost)|econn|socket|network|proxy/,
    'erp-down',
  ],
  [/already (?:exists?|been used|in use|taken)|duplicate|idempoten|not unique/, 'duplicate'],
  // Quantities and stock.
  [
    /(?:inventory detail|assignment|assigned|lines?|bins?|detail) .{0,80}(?:total|sum|equal|match|agree|add up|differ)|(?:total|sum) .{0,60}(?:must|does not|doesn't|do not|don't) (?:equal|match|agree)|(?:quantit(?:y|ies)) .{0,60}(?:must|does not|doesn't|do not|don't) (?:equal|match|agree)/,
    'lines-disagree',
  ],
  [
    /negative|insufficient (?:stock|quantity|inventory|on.hand)|not enough|below zero|less than zero|(?:exceeds?|greater than|more than) .{0,40}(?:on hand|available|in stock|in the bin)|only .{0,20}(?:available|on hand|in stock)|(?:quantity|stock|inventory|items?) .{0,40}(?:not|un)available|out of stock/,
    'negative-stock',
  ],
  // What is inactive.
  [sign(both('bins?(?:number)?', INACTIVE)), 'bin-inactive'],
  [sign(both('(?:items?|assembly|product|sku)', INACTIVE)), 'item-inactive'],
  [sign(both('(?:locations?|warehouse|adjlocation)', INACTIVE)), 'location-inactive'],
  [
    sign(both('account', `(?:${INACTIVE}|${UNKNOWN}|${MISSING}|summary|wrong type|type)`)),
    'account',
  ],
  // Lots, serial numbers, statuses.
  [
    /\b(?:lot|serial|batch)\b|serial\/lot|inventory ?(?:number|status)|issueinventorynumber|expir/,
    'lot-missing',
  ],
  [
    /inventory ?detail .{0,60}(?:required|missing|configure|enter|must)|(?:configure|enter|provide) .{0,30}inventory ?detail/,
    'lot-missing',
  ],
  // What is unknown.
  [sign(both('\\b(?:to)?bins?(?:number|s? number)?\\b', UNKNOWN)), 'bin-unknown'],
  [sign(both('\\b(?:items?|upc|upc code|sku|product)\\b', UNKNOWN)), 'item-unknown'],
  [
    sign(both('\\b(?:locations?|adjlocation|warehouse|subsidiary)\\b', `(?:${UNKNOWN}|mismatch)`)),
    'location-missing',
  ],
  [
    /no longer exists?|was deleted|has been deleted|(?:record|key|reference|ref) .{0,40}(?:does not|doesn't|not) (?:exist|found)|that record does not exist|not found|invalid .{0,20}(?:reference|key|ref)\b/,
    'gone',
  ],
  // What is missing or wrong in the record.
  [
    /at least one line|without (?:a |any )?(?:lines?|items?|quantit)|no (?:lines?|items?)\b|empty (?:record|list)/,
    'incomplete',
  ],
  [
    /(?:please (?:enter|choose|select|provide)|must (?:enter|specify|provide)|required|missing|mandatory|cannot be (?:empty|blank)|must not be (?:empty|blank))/,
    'incomplete',
  ],
  [
    /invalid (?:value|field|number|date|format|type|content)|not a valid|is invalid|unrecogni[sz]ed field|unknown (?:field|property)|out of range|too (?:long|large)|cannot be (?:set|edited)|read.only|must be (?:a|an|greater|less|positive|numeric)/,
    'field-invalid',
  ],
]
