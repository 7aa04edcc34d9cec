/** The second factor: RFC 6238 with SHA-1, six digits and 30 seconds, as authenticator apps expect. */
import { Secret, TOTP } from 'otpauth'
import { PRODUCT_NAME, TOTP_DIGITS, TOTP_PERIOD_S } from '#contract/constants.ts'

/** 160 bits, the length of the hash (RFC 4226 section 4, R6). */
const SECRET_BYTES = 20

/**
 * Accepts codes of one step before and after, because clocks differ and typing takes time (RFC 6238, 5.2).
 */
const WINDOW_STEPS = 1

const CODE = new RegExp(`^[0-9]{${TOTP_DIGITS}}$`)

/** A new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The `otpauth://` URL that an authenticator reads from a QR code. */
export function totpAddress(secret: string, username: string): string {
  return generator(secret, username).toString()
}

/**
 * The 30-second step of a code, or null if it is not valid now, one step before or one step after. The step
 * is stored and only a later one is accepted, so each code works once.
 * @param now server time in milliseconds
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  // otpauth compares bytes and throws on digits of other scripts, which are longer in UTF-8.
  if (!CODE.test(code)) return null
  const delta = generator(secret).validate({ token: code, timestamp: now, window: WINDOW_STEPS })
  return delta === null ? null : stepAt(now) + delta
}

/** The code at a time, in milliseconds. */
export function codeAt(secret: string, now: number): string {
  return generator(secret).generate({ timestamp: now })
}

function stepAt(now: number): number {
  return Math.floor(now / 1_000 / TOTP_PERIOD_S)
}

function generator(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: PRODUCT_NAME,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_S,
  })
}
