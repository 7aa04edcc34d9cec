/** Recovery codes: made here, shown once, stored as argon2id hashes (decisions/server/recovery.md). */
import { randomInt } from 'node:crypto'
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '#contract/constants.ts'
import { RECOVERY_ALPHABET } from '#contract/own/recovery-code.ts'
import { findMatch, hashPassword } from '#server/auth/passwords.ts'

/** Ten new codes without hyphens, with their hashes. */
export interface NewRecoveryCodes {
  readonly codes: readonly string[]
  readonly hashes: readonly string[]
}

/** @throws HashQueueFull */
export async function newRecoveryCodes(): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  return { codes, hashes: await Promise.all(codes.map(hashPassword)) }
}

/**
 * The hash that a code matches, or null. As many hashes are compared whatever the account has, so that the
 * time of the answer does not reveal how many codes are left.
 * @param hashes those of the codes that are not used up
 * @throws HashQueueFull
 */
export function matchRecoveryCode(
  code: string | null,
  hashes: readonly string[],
): Promise<string | null> {
  return findMatch(code ?? '', hashes, RECOVERY_CODES)
}

function newCode(): string {
  return Array.from({ length: RECOVERY_CODE_LENGTH }, () =>
    RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length)),
  ).join('')
}
