/**
 * A ZIP archive (APPNOTE.TXT 6.3, sections 4.3 to 4.4) whose entries are compressed while they are
 * written.
 */

/** A complete entry. */
export interface ZipEntry {
  readonly name: string
  readonly crc: number
  readonly size: number
  readonly packed: Blob
}

export interface OpenEntry {
  /** Resolves when more may be written. */
  readonly write: (text: string) => Promise<void>
  readonly close: () => Promise<ZipEntry>
}

const DEFLATED = 8
const VERSION_NEEDED = 20
/** 1 January 1980, the first day that an archive can represent. */
const DOS_DAY = 0x21

/** Starts an entry of text. */
export function openEntry(name: string): OpenEntry {
  const encoder = new TextEncoder()
  const { readable, writable } = new CompressionStream('deflate-raw')
  const packed = new Response(readable).blob()
  const writer = writable.getWriter()
  let crc = ~0
  let size = 0
  return {
    write: async (text) => {
      const bytes = encoder.encode(text)
      crc = updateCrc(crc, bytes)
      size += bytes.length
      await writer.write(bytes)
    },
    close: async () => {
      await writer.close()
      return { name, crc: ~crc >>> 0, size, packed: await packed }
    },
  }
}

/** Builds the archive from these entries. */
export function zipOf(entries: readonly ZipEntry[], type: string): Blob {
  const body: BlobPart[] = []
  const directory: BlobPart[] = []
  let offset = 0
  let directorySize = 0
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name)
    const local = fields([4, 0x04034b50], ...common(entry, name.length))
    const central = fields(
      [4, 0x02014b50],
      [2, VERSION_NEEDED],
      ...common(entry, name.length),
      // No comment, first disk, no attributes.
      ...[2, 2, 2, 4].map((width) => [width, 0] as const),
      [4, offset],
    )
    body.push(local, name, entry.packed)
    directory.push(central, name)
    offset += local.length + name.length + entry.packed.size
    directorySize += central.length + name.length
  }
  const end = fields(
    [4, 0x06054b50],
    [4, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directorySize],
    [4, offset],
    [2, 0],
  )
  return new Blob([...body, ...directory, end], { type })
}

type NumberField = readonly [width: number, value: number]

/** The fields that an entry's header and its directory record have in common. */
function common({ crc, size, packed }: ZipEntry, nameLength: number): NumberField[] {
  return [
    [2, VERSION_NEEDED],
    [2, 0],
    [2, DEFLATED],
    [2, 0],
    [2, DOS_DAY],
    [4, crc],
    [4, packed.size],
    [4, size],
    [2, nameLength],
    [2, 0],
  ]
}

/** Concatenates numbers in little-endian order. */
function fields(...list: readonly NumberField[]): Uint8Array<ArrayBuffer> {
  const bytes = list.flatMap(([width, value]) =>
    Array.from({ length: width }, (_, place) => (value >>> (8 * place)) & 0xff),
  )
  return Uint8Array.from(bytes)
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function updateCrc(crc: number, bytes: Uint8Array): number {
  let next = crc
  for (const byte of bytes) next = (next >>> 8) ^ (CRC_TABLE[(next ^ byte) & 0xff] ?? 0)
  return next
}
