import { describe, expect, test } from 'vitest'
import { PRODUCT_NAME } from '#contract/constants.ts'
import { MENU_GROUPS } from '#console/list/list-screen.ts'
import { sourceAt, sourcesIn, textsOf, type Source } from '#test/architecture/sources.ts'

const sources = sourcesIn('src', ['.ts', '.tsx'])

/** The files that hold the sentences of the product. */
const HOMES = [
  ...sourcesIn('src/contract/texts', ['.ts'])
    .map(({ path }) => path)
    // Names that screens, fields and features share.
    .filter((path) => !/\/(feature-words|screen-titles|field-titles)\.ts$/.test(path)),
  ...['faults', 'refusals', 'rules', 'forms'].map((name) => `src/contract/${name}.ts`),
]

/** The paths of each text, one for each occurrence. */
function places(all: readonly Source[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const source of all)
    for (const text of textsOf(source)) found.set(text, [...(found.get(text) ?? []), source.path])
  return found
}

/** Sentences of the homes that occur more than once. */
function repeated(homes: readonly Source[], all: readonly Source[]): string[] {
  const found = places(all)
  const sentences = new Set(
    homes.flatMap(textsOf).filter((text) => /[A-Za-z]/.test(text) && text.includes(' ')),
  )
  return [...sentences].flatMap((sentence) => {
    const where = found.get(sentence) ?? []
    return where.length === 1 ? [] : [`${sentence} (${where.join(', ')})`]
  })
}

/** Texts that begin like a word on the screen. Keys of the keyboard and the typed names of menu groups are none. */
function shownTexts(source: Source): string[] {
  const names = new Set<string>([
    ...MENU_GROUPS,
    'Escape',
    'Enter',
    'Home',
    'End',
    'ArrowLeft',
    'ArrowRight',
  ])
  return textsOf(source).filter((text) => /^[A-Z][a-z]/.test(text) && !names.has(text))
}

describe('texts', () => {
  test('the test sees the texts of the homes', () => {
    expect(HOMES.map(sourceAt).flatMap(textsOf).length).toBeGreaterThan(150)
    expect(places(sources).has('Passwords do not match')).toBe(true)
  })

  test('each sentence of the contract is written once', () => {
    expect(repeated(HOMES.map(sourceAt), sources)).toEqual([])
  })

  test('components take every text from a catalogue', () => {
    const components = sources.filter(({ path }) => /^src\/console\/.*\.tsx$/.test(path))
    expect(components.length).toBeGreaterThan(100)
    expect(
      components.flatMap((source) => shownTexts(source).map((text) => `${source.path}: ${text}`)),
    ).toEqual([])
  })

  test.each(['Dockside', 'NetSuite'])('%s is written once', (name) => {
    const where = sources.flatMap((source) =>
      textsOf(source)
        .filter((text) => text.includes(name))
        .map(() => source.path),
    )
    expect(where).toEqual(['src/contract/constants.ts'])
  })

  test('the page that loads the console says the name of the product and no other', () => {
    const page = sourceAt('index.html').text.replaceAll(/<(style|script).*?<\/\1>|<!--.*?-->/gs, '')
    expect(page.match(/(?<=>)[^<>]*\w[^<>]*(?=<)/g)).toEqual([
      PRODUCT_NAME,
      `Loading ${PRODUCT_NAME}…`,
      `${PRODUCT_NAME} could not be loaded. Please check the connection.`,
      'Retry',
      `${PRODUCT_NAME} needs JavaScript.`,
    ])
  })
})

describe('finding texts', () => {
  test('strings, templates and words between tags are texts, and comments are not', () => {
    const text = `
      /** 'Not this' */
      const a = 'One two' // Nor this
      const b = \`Three \${a} four\`
      const c = <p title="Five six">
        Seven
        eight {a} nine
      </p>`
    expect(textsOf({ path: 'a.tsx', text })).toEqual([
      'One two',
      'Three {} four',
      'Five six',
      'Seven eight',
      'nine',
    ])
  })

  test('a title or a sentence in a component is found, and names for programs are not', () => {
    const text = `f('Bins', 'bins', 'Escape', 'Reports'); const a = <p title="mobile user">Try again</p>`
    expect(shownTexts({ path: 'a.tsx', text })).toEqual(['Bins', 'Try again'])
  })

  test('a sentence that another file repeats is found', () => {
    const home = { path: 'home.ts', text: "const a = 'Try again.'; const b = `Hi, ${a}`; f('Yes')" }
    const other = {
      path: 'b.tsx',
      text: "const c = <b>Try again.</b>; const d = `Hi, ${c}`; f('Yes')",
    }
    expect(repeated([home], [home])).toEqual([])
    expect(repeated([home], [home, other])).toEqual([
      'Try again. (home.ts, b.tsx)',
      'Hi, {} (home.ts, b.tsx)',
    ])
  })
})
