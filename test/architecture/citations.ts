/** Which documents a text cites or links to, and whether they are there. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT, sourceAt, type Source } from '#test/architecture/sources.ts'

const DOCS = 'src/docs'

/** Headings of one document, read once. */
const headings = new Map<string, readonly string[]>()

/** What a file cites that does not exist: `decisions/….md`, and sections of specification.md and erp.md. */
export function brokenCitations({ path, text }: Source): string[] {
  const prose = unwrapped(text)
  const decisions = [...prose.matchAll(/\bdecisions\/[\w/-]+\.md\b/g)]
    .map(([name]) => name)
    .filter((name) => !existsSync(join(ROOT, DOCS, name)))
  const sections = [
    ...prose.matchAll(
      /\b(specification|erp)\.md,? sections? (\d[\d.]*(?:(?:, | and | to )\d[\d.]*)*)/g,
    ),
  ].flatMap(([, name = '', list = '']) =>
    [...list.matchAll(/\d+(?:\.\d+)*/g)]
      .map(([number]) => ({ document: `${name}.md`, number }))
      .filter(({ document, number }) => !hasSection(`${DOCS}/${document}`, number))
      .map(({ document, number }) => `${document} section ${number}`),
  )
  return [...decisions, ...sections].map((cited) => `${path} cites ${cited}`)
}

/** Relative links of a document that lead to no file, or to no heading of it. */
export function brokenLinks({ path, text }: Source): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : posix.join(posix.dirname(path), file)
      if (!statSync(join(ROOT, target), { throwIfNoEntry: false })) return true
      return anchor !== undefined && !anchorsOf(target).includes(anchor)
    })
    .map((link) => `${path} links to ${link}`)
}

/** Every Markdown document of the project. */
export function documents(): Source[] {
  const own = ['.', '.github'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => posix.join(folder, name)),
  )
  const inside = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  return [...own, ...inside].filter((path) => path.endsWith('.md')).map(sourceAt)
}

/** A comment on one line: a citation may be broken anywhere. */
function unwrapped(text: string): string {
  return text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g, ' ')
}

function hasSection(document: string, number: string): boolean {
  return headingsOf(document).some(
    (heading) => heading.startsWith(`${number}. `) || heading.startsWith(`${number} `),
  )
}

function headingsOf(document: string): readonly string[] {
  const known =
    headings.get(document) ??
    [...withoutCode(sourceAt(document).text).matchAll(/^#+ +(.*)$/gm)].map(([, text = '']) => text)
  headings.set(document, known)
  return known
}

/** The ids that GitHub gives to headings. */
function anchorsOf(document: string): string[] {
  return headingsOf(document).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[^]*?^```/gm, '')
}
