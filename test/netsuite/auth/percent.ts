const OTHERS = /[!'()*]/g

/** Percent-encodes all but the unreserved characters of RFC 3986, so `! ' ( ) *` too. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    OTHERS,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The decoded parameters of a query string, in their order; a bare `+` is a space. */
export function queryPairs(query: string): [name: string, value: string][] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name, value] = splitOnce(part, '=')
      return [formDecode(name), formDecode(value)]
    })
}

/** The text before and after the first separator; the second part is empty when there is no separator. */
export function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** Decodes percent-encoding; text that is not properly encoded is returned unchanged. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function formDecode(text: string): string {
  return percentDecode(text.replaceAll('+', ' '))
}
