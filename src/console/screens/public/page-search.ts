/** The search parameters of public pages; separate from the pages, which load on demand. */
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'

/** The messages that our pages hand to the login page. Anybody may put another text into its address. */
const OWN_MESSAGES: readonly unknown[] = [signInTexts.registered, secondFactorTexts.maybeConnected]

/** The search parameters of `/login`. */
export interface LoginSearch {
  /** False: the session is not cleared. */
  readonly manual?: boolean
  readonly expired?: boolean
  /** The message of the page that led here. */
  readonly message?: string
}

/** Reads the parameters; 'true' and 'false' may come as text. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { manual, expired, message } = search
  return {
    ...(String(manual) === 'false' && { manual: false }),
    ...(String(expired) === 'true' && { expired: true }),
    ...(typeof message === 'string' && OWN_MESSAGES.includes(message) && { message }),
  }
}

/** The search parameters of `/reset-password`. */
export interface ResetSearch {
  readonly token?: string
}

/** The router parses a token of digits alone as a number. */
export function readResetSearch({ token }: Record<string, unknown>): ResetSearch {
  return typeof token === 'string' || typeof token === 'number' ? { token: String(token) } : {}
}
