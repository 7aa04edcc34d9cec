/** The site that passkeys of this server belong to (decisions/server/passkeys.md). */
import { isIP } from 'node:net'
import type { Env } from '#server/env.ts'

/** What the browser binds a passkey to. */
export interface PasskeySite {
  /** The host name of the console's address. */
  readonly host: string
  /** Whether a passkey signs in without the password. */
  readonly alone: boolean
}

const LOCAL = 'localhost'

/**
 * The site, or null where there can be no passkeys: they are turned off, or the console's address is an IP
 * address or not https. Without `PUBLIC_URL` it is this machine.
 */
export function passkeySite({
  passkeySignIn,
  publicUrl,
}: Pick<Env, 'passkeySignIn' | 'publicUrl'>): PasskeySite | null {
  if (passkeySignIn === 'off') return null
  const alone = passkeySignIn === 'alone'
  if (publicUrl === null) return { host: LOCAL, alone }
  const { hostname, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === LOCAL
  if (!isSecure || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return { host: hostname, alone }
}

/**
 * The origin that a passkey's answer must name: that of `PUBLIC_URL`, or else any port of this machine from
 * which the call comes.
 * @param origin the header `Origin` of the call
 */
export function passkeyOrigin(
  { publicUrl }: Pick<Env, 'publicUrl'>,
  origin: string | undefined,
): string {
  if (publicUrl !== null) return new URL(publicUrl).origin
  const isLocal = origin && URL.canParse(origin) && new URL(origin).hostname === LOCAL
  return isLocal ? origin : `http://${LOCAL}`
}
