/** The forms of the second factor beyond those of the specification. */
import { z } from 'zod/mini'
import {
  PASSKEY_NAME_MAX_LENGTH,
  RESET_REASON_MAX_LENGTH,
  RESET_REASON_MIN_LENGTH,
} from '#contract/constants.ts'
import { readRecoveryCode } from '#contract/own/recovery-code.ts'
import { ordered } from '#contract/rules.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'

const text = z.string()

/** A recovery code, typed with or without hyphens and spaces, in either letter case. */
export const recoveryForm = ordered(z.object({ code: text }), [
  ['code', (v) => v.code.trim() !== '', secondFactorTexts.codeMissing],
  ['code', (v) => readRecoveryCode(v.code) !== null, secondFactorTexts.codeMalformed],
])

/** Why a super admin resets somebody's second factor. */
export const resetReasonForm = ordered(z.object({ reason: z.string().check(z.trim()) }), [
  [
    'reason',
    (v) => v.reason.length >= RESET_REASON_MIN_LENGTH && v.reason.length <= RESET_REASON_MAX_LENGTH,
    secondFactorTexts.reasonLength,
  ],
])

/** The name of a passkey; blank takes the name of the device. */
export const passkeyNameForm = ordered(z.object({ name: z.string().check(z.trim()) }), [
  ['name', (v) => v.name.length <= PASSKEY_NAME_MAX_LENGTH, secondFactorTexts.passkeyNameLength],
])
