/**
 * Which addresses the server may call as the ERP: a web form must not be able to send it anywhere
 * (decisions/server/erp-addresses.md).
 */
import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ERP_NAME } from '#contract/constants.ts'
import { hostName } from '#server/env/values.ts'

/** An address that the server does not call. The message is a sentence for the person who typed it. */
export class AddressRefused extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'AddressRefused'
  }
}

/** An allowed address, and whether its name may resolve to a private address. */
export interface AllowedAddress {
  readonly url: URL
  readonly mayBePrivate: boolean
}

/**
 * Accepts `https` addresses under netsuite.com and those that the operator allows.
 * @param text the base URL as typed
 * @param allowed entries of `ERP_ALLOWED_HOSTS`: a host name (https, port 443), or an origin such as
 * `http://127.0.0.1:9400`, which allows exactly that origin, even with plain http or a private address
 * @throws AddressRefused
 */
export function assertAllowedAddress(text: string, allowed: readonly string[]): AllowedAddress {
  const [, authority] = WRITTEN.exec(text.trim()) ?? []
  if (authority === undefined || !URL.canParse(text))
    throw new AddressRefused('Base URL must be an https address.')
  const url = new URL(text)
  if (authority.includes('@'))
    throw new AddressRefused('Base URL must not contain a user name or password.')
  if (url.search !== '' || url.hash !== '')
    throw new AddressRefused('Base URL must not contain a query or a fragment.')
  if (allowed.includes(url.origin)) return { url, mayBePrivate: true }
  if (url.protocol !== 'https:') throw new AddressRefused('Base URL must begin with https://.')
  if (url.port !== '' || !isAllowedHost(url.hostname, allowed))
    throw new AddressRefused(
      `Base URL must lie under ${VENDOR_DOMAIN}, such as https://1234567.suitetalk.api.${VENDOR_DOMAIN}. ` +
        `Other ${ERP_NAME} hosts must be listed in ERP_ALLOWED_HOSTS by the operator of this server.`,
    )
  // An IP address is connected to without a lookup, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new AddressRefused(
      `Base URL must not be a private address, unless ERP_ALLOWED_HOSTS lists ${url.origin}.`,
    )
  return { url, mayBePrivate: false }
}

/**
 * Resolves a name for a connection and refuses it if any of its addresses is private. The connection uses
 * the checked address, so a name that points inside, or is changed to, leads nowhere.
 */
export function publicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new AddressRefused(`${hostname} leads to a private address.`), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/** Whether an address is on the public internet. */
export function isPublicAddress(address: LookupAddress['address']): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return version === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}

const VENDOR_DOMAIN = 'netsuite.com'

/**
 * Parsed strictly up to the path, because URL parsers accept backslashes, line breaks and missing slashes.
 */
const WRITTEN = /^https?:\/\/([^\s\\/?#]+)[^\s\\]*$/i

function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  return isVendorHost(host) || allowed.includes(host)
}

/**
 * A name of ASCII letters, digits and hyphens, like all of the vendor's. Internationalized names are not
 * accepted.
 */
function isVendorHost(host: string): boolean {
  const isName = hostName(host) !== undefined && !/(^|\.)xn--/.test(host)
  return isName && host.endsWith(`.${VENDOR_DOMAIN}`)
}

/** Special purpose ranges of the IANA registries (RFC 6890 and its updates), and multicast. */
const NOT_PUBLIC = blockListOf([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** The only allocated part of IPv6. Loopback, local, mapped and translated addresses are outside of it. */
const GLOBAL_IPV6 = blockListOf([['2000::', 3]])

function blockListOf(ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [network, bits] of ranges)
    list.addSubnet(network, bits, isIP(network) === 4 ? 'ipv4' : 'ipv6')
  return list
}
