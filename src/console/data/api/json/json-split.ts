/** Splits a long JSON list without parsing it, into pieces of rows that can be parsed separately. */

/** The bytes of a body, split. Joined with commas between the pieces they give the body again. */
export interface SplitJson {
  /** Up to and including the bracket that opens the list, or everything if there is none. */
  readonly before: Uint8Array<ArrayBuffer>
  /** Comma-separated rows; no row is divided between pieces. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
  /** From the bracket that closes the list to the end. */
  readonly after: Uint8Array<ArrayBuffer>
}

export interface JsonSplitter {
  readonly push: (chunk: Uint8Array<ArrayBuffer>) => void
  readonly end: () => SplitJson
}

/** Parsed within a millisecond or two. */
const PIECE_BYTES = 128 * 1_024

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** What may come before the list: nothing if the body is the list, otherwise its name. */
const NOTHING = /^\s*$/
const NAMES_DATA = /[{,]\s*"data"\s*:\s*$/
const LOOKED_AT_BYTES = 64

/**
 * Splits a body that arrives in chunks. It looks only at brackets, commas and quotes; whether the
 * pieces are valid JSON shows when they are parsed.
 */
export function createJsonSplitter(): JsonSplitter {
  const outside: Record<'before' | 'after', Uint8Array<ArrayBuffer>[]> = { before: [], after: [] }
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let piece: Uint8Array<ArrayBuffer>[] = []
  let pieceBytes = 0
  let place: 'before' | 'within' | 'after' = 'before'
  let listDepth = 0
  let depth = 0
  let inText = false
  let isEscaped = false

  const endPiece = (last: Uint8Array<ArrayBuffer>): void => {
    pieces.push(joined([...piece, last]))
    piece = []
    pieceBytes = 0
  }
  const opensRows = (chunk: Uint8Array<ArrayBuffer>, at: number): boolean => {
    const near = chunk.subarray(Math.max(0, at - LOOKED_AT_BYTES), at)
    const earlier = outside.before.at(-1)?.subarray(-LOOKED_AT_BYTES) ?? new Uint8Array()
    const text = new TextDecoder().decode(joined([earlier, near]))
    return depth === 0 ? NOTHING.test(text) : NAMES_DATA.test(text)
  }
  const push = (chunk: Uint8Array<ArrayBuffer>): void => {
    // Local copies for the loop over bytes, because variables captured by closures are slower.
    let level = depth
    let text = inText
    let escaped = isEscaped
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (text) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) text = false
      } else if (byte === QUOTE) text = true
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth = level
        if (place === 'before' && byte === OPEN_LIST && level < 2 && opensRows(chunk, at)) {
          outside.before.push(chunk.slice(from, at + 1))
          from = at + 1
          place = 'within'
          listDepth = level + 1
        }
        level += 1
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (place === 'within' && level === listDepth) {
          endPiece(chunk.slice(from, at))
          from = at
          place = 'after'
        }
        level -= 1
      } else if (byte === COMMA && place === 'within' && level === listDepth) {
        if (pieceBytes + at - from < PIECE_BYTES) continue
        endPiece(chunk.slice(from, at))
        from = at + 1
      }
    }
    depth = level
    inText = text
    isEscaped = escaped
    const rest = chunk.slice(from)
    if (place !== 'within') outside[place].push(rest)
    else {
      piece.push(rest)
      pieceBytes += rest.length
    }
  }
  return {
    push,
    end: () => {
      // A body that ends within its list has no closing bracket, which parsing will report.
      if (place === 'within') endPiece(new Uint8Array())
      return { before: joined(outside.before), pieces, after: joined(outside.after) }
    },
  }
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
