/**
 * Signing in again in the middle of the second factor. A factor that was passed ends the session it was passed in, so
 * after a lost answer our server refuses every further code (decisions/console/second-factor.md).
 */
import { NO_SESSION_CODE } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts, refusalCode } from '#console/data/api/fault.ts'
import { endSession, isCurrentToken, readSession } from '#console/session/session.ts'
import { replaceToken } from '#console/session/steps.ts'
import { readTempPassword } from '#console/session/temp-password.ts'

/** The stored name and password for the second factor are gone. */
export class MissingTemporaryData extends Error {
  constructor() {
    super('The name and password that wait for the second factor are gone')
    this.name = 'MissingTemporaryData'
  }
}

/** The session is over, and no password waits to begin another one. */
export class SessionOver extends MissingTemporaryData {}

/** The code was accepted by an attempt whose answer was lost. There is a new session for the next one. */
export class LostAnswer extends Error {
  constructor() {
    super('The answer to the last code was lost')
    this.name = 'LostAnswer'
  }
}

/**
 * Makes calls of the second factor. If our server says that their session is over, it signs in again and makes them in
 * the new session; other servers say so in no way that can be told from a wrong code.
 * @param make gets whether the session is new
 * @throws Fault of the calls; SessionOver; MissingTemporaryData if the person went back
 */
export async function withLiveSession<T>(make: (isRenewed: boolean) => Promise<T>): Promise<T> {
  const { token } = readSession()
  try {
    return await make(false)
  } catch (thrown) {
    // Another session may have begun by now, perhaps another person's. This refusal neither renews nor ends it, and their
    // name and password must not go out with this person's code.
    const isOver = isRefused(thrown) && refusalCode(thrown) === NO_SESSION_CODE
    if (!isOver || !isCurrentToken(token)) throw thrown
  }
  await renewSession()
  return make(true)
}

/**
 * Sends a code, in a new session if need be.
 * @throws LostAnswer if the code is refused in a new session; what `withLiveSession` throws
 */
export async function sendCode<T>(send: () => Promise<T>): Promise<T> {
  return withLiveSession(async (isRenewed) => {
    try {
      return await send()
    } catch (thrown) {
      throw isRenewed && isRefused(thrown) ? new LostAnswer() : thrown
    }
  })
}

/** Signs in again. The password is kept no longer for that; one that no longer signs in leads to the login page. */
async function renewSession(): Promise<void> {
  const { token: before, username } = readSession()
  const password = readTempPassword(Date.now())
  if (username === null || password === null) throw new SessionOver()
  const { access_token: token } = await call(endpoints.login, {
    body: { username, password },
  }).catch((thrown: unknown) => {
    if (isRefused(thrown) && isCurrentToken(before)) endSession('refused')
    throw thrown
  })
  // The person went back meanwhile.
  if (!isCurrentToken(before)) throw new MissingTemporaryData()
  replaceToken({ token }, Date.now())
}

function isRefused(thrown: unknown): boolean {
  const { kind, status } = faultFacts(thrown)
  return kind === 'http' && status === 401
}
