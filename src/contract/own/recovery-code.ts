/** Recovery codes as people read and type them: Crockford's base32, which has no I, L, O or U. */
import { RECOVERY_CODE_LENGTH } from '#contract/constants.ts'

/** The characters of a code. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${String(RECOVERY_CODE_LENGTH)}}$`)

/** A code as it is shown: `ABCDE-FGHJK`. */
export function shownRecoveryCode(code: string): string {
  const half = RECOVERY_CODE_LENGTH / 2
  return `${code.slice(0, half)}-${code.slice(half)}`
}

/**
 * The code that somebody typed: letter case, spaces and hyphens don't matter, O is 0, and I and L are 1.
 * @returns null if it cannot be a code
 */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replace(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return CODE.test(plain) ? plain : null
}
