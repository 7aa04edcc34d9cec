/** Random, unusual inputs, generated from a seed so that a failure can be repeated. */

/** Random numbers in [0, 1), reproducible by the seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random element. */
export function oneOf<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

const TEXTS = [
  ['', ' ', '\t\n', 'a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef', 'true', 'null', '0', '-1', '1e9'],
  [14, 15, 16, 20, 21, 50, 51, 300].map((length) => 'a'.repeat(length)),
  [
    '___',
    '_$_a',
    'a b',
    ' ab',
    'ab ',
    'a-b',
    "O'Hara",
    'Ünïcode',
    '仓库',
    '🔑🔑',
    'e\u0301e\u0301',
  ],
  ['a@b.c', 'a@b', 'b.c', '@.', 'a @b.c', 'a@b.c,x@y.z', '"a b"@c.d', `${'a'.repeat(251)}@b.c`],
  ['5550100100', '555010010', '555010010012', '5550100100123', '٥٥٥٠١٠٠١٠٠', '+15550100'],
  ['123456', '12345', '1234567', '１２３４５６', '12 456', '000000', 'z9'.repeat(5_000)],
  ["' or 1=1 --", '<script>alert(1)</script>', '../../etc/passwd', '%00', '{}', '$(id)', '${1}'],
  ['\u0000', 'a\u0000b', '\ud800', 'a\udfff', '\u202eabc', '\ufeff', 'a\r\nb: c'],
  ['__proto__', 'constructor', 'toString'],
].flat()

const NO_TEXTS: readonly unknown[] = [null, 0, -1, 1.5, true, [], {}, [[]], ['a'], { a: 'b' }]

/** A random text. */
export function wildText(random: () => number): string {
  if (random() < 0.7) return oneOf(random, TEXTS)
  const length = Math.floor(random() ** 3 * 120)
  const codes = Array.from({ length }, () => Math.floor(random() ** 2 * 0x3000))
  return String.fromCharCode(...codes)
}

/** A random text, or a value of another type. */
export function wildValue(random: () => number): unknown {
  return random() < 0.75 ? wildText(random) : oneOf(random, NO_TEXTS)
}

/** A request body that is not an object. */
export function wildBody(random: () => number): unknown {
  return oneOf(random, [null, [], 'text', 5, false, {}, [{}], { '': '' }, nested(2_000)])
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = [value]
  return { deep: value }
}
