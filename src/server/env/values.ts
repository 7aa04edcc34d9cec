/** Parsers for the values of settings. Each returns undefined for text that it does not understand. */
import { isIP } from 'node:net'

/** Any text. */
export function anyText(text: string): string {
  return text
}

/** A whole number within these bounds, in decimal digits. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number | undefined => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
}

/** One of these words, case-sensitive. */
export function oneOf<const T extends string>(texts: readonly T[]) {
  return (text: string): T | undefined => texts.find((one) => one === text)
}

/** Comma-separated values. Each must be valid; empty ones are ignored. */
export function listOf<T>(parse: (text: string) => T | undefined) {
  return (text: string): readonly T[] | undefined => {
    const values = text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => parse(part.trim()))
    return values.every((value) => value !== undefined) ? values : undefined
  }
}

/** A URL with one of these protocols (such as `https:`) and a host, unchanged. */
export function address(...protocols: readonly string[]) {
  return (text: string): string | undefined => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url && protocols.includes(url.protocol) && url.hostname !== '' ? text : undefined
  }
}

/** `https://console.example.com`; a trailing slash is accepted. A pattern such as `https://*.example.com` would match nothing. */
export function origin(text: string): string | undefined {
  if (address('http:', 'https:')(text) === undefined) return undefined
  const url = new URL(text)
  if (url.hostname.includes('*')) return undefined
  return `${url.origin}/` === url.href ? url.origin : undefined
}

/** An IP address or a host name, in lower case. */
export function hostName(text: string): string | undefined {
  const isName = text.length <= 253 && text.split('.').every((label) => LABEL.test(label))
  return isName || isIP(text) !== 0 ? text.toLowerCase() : undefined
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** A host name as `hostName` accepts it, or an origin. */
export function hostNameOrOrigin(text: string): string | undefined {
  return hostName(text) ?? origin(text)
}

/** `a@b` or `Name <a@b>`. */
export function mailAddress(text: string): string | undefined {
  const [, inBrackets] = /^[^<>\r\n]*<([^<>]+)>$/.exec(text) ?? []
  return /^[^\s<>@]+@[^\s<>@]+$/.test(inBrackets ?? text) ? text : undefined
}

/** Milliseconds, or null for 'off'. */
export function grace(text: string): number | null | undefined {
  return text === 'off' || text === 'null' ? null : wholeNumber(0, 24 * 3_600_000)(text)
}

/** Days, or null for 'off'; at most a century. */
export function daysFrom(least: number) {
  return (text: string): number | null | undefined =>
    text === 'off' ? null : wholeNumber(least, 36_500)(text)
}

/** Milliseconds, or null for 'off'; at most a week, because longer timers overflow. */
export function interval(text: string): number | null | undefined {
  if (text === 'off') return null
  const [, count, unit] = /^(\d{1,5})([mh])$/.exec(text) ?? []
  const ms = Number(count) * (unit === 'h' ? 3_600_000 : 60_000)
  return ms >= 60_000 && ms <= 7 * 24 * 3_600_000 ? ms : undefined
}

/** Whether there is one, how many, or which addresses and ranges. */
export function proxies(text: string): boolean | number | readonly string[] | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  return wholeNumber(0, 16)(text) ?? listOf(addressRange)(text)
}

/** Fastify refuses a range of all addresses, with which every client could choose its own address. */
function addressRange(text: string): string | undefined {
  const [ip = '', bits, more] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || more !== undefined) return undefined
  if (bits === undefined) return text
  return wholeNumber(1, version === 4 ? 32 : 128)(bits) === undefined ? undefined : text
}
