/**
 * A Vite plugin. It moves style sheets to the end of the page, so that the static content is painted before they
 * arrive, and removes comments and indents, so that the page and its headers fit into one segment on a weak link. What
 * the main chunk imports becomes separate scripts before it, so that each is evaluated in its own task. The largest of
 * them is asked for first: the connection of the page is open already, and every other one takes a round trip to open.
 * Boot.js runs before all of them: it asks for the settings, and watches whether the scripts arrive.
 */

const COMMENT = /<!--[^]*?-->/g
const INDENT = /\n\s+/g
const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g
const BOOT = '<script src="/boot.js"'
/** A chunk, as a script of its own or as one that another script imports. */
const PART =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]*)"[^>]*>(?:<\/script>)?/g
/** Runs once nothing is missing. */
const MAIN = '/main-'

/** @returns {import('vite').Plugin} */
export function paintFirst() {
  return {
    name: 'dockside:paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const sizeOf = (/** @type {string} */ path) => {
          const file = bundle[path.slice(1)]
          return path.includes(MAIN) || file?.type !== 'chunk' ? 0 : file.code.length
        }
        const paths = [...html.matchAll(PART)]
          .map(([, path = '']) => path)
          .toSorted((a, b) => sizeOf(b) - sizeOf(a))
        const largest = `<link rel="preload" as="script" crossorigin href="${paths[0] ?? ''}">`
        const scripts = paths.map(
          (path) => `<script type="module" crossorigin src="${path}"></script>`,
        )
        const sheets = html.match(STYLE_SHEET) ?? []
        return html
          .replaceAll(PART, '')
          .replaceAll(STYLE_SHEET, '')
          .replace(BOOT, `${largest}\n${BOOT}`)
          .replace('</head>', `${scripts.join('\n')}\n</head>`)
          .replace('</body>', `${sheets.join('')}\n</body>`)
          .replaceAll(COMMENT, '')
          .replaceAll(INDENT, '\n')
      },
    },
  }
}
