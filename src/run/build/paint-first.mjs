/**
 * A Vite plugin: style sheets go to the end of the page, so that what stands in it is painted before they arrive;
 * comments and indents are left out, so that the page fits into one segment of a weak link with its head. What the
 * entry imports comes as scripts of their own before it: each is evaluated in a turn of its own, not all in one.
 */

const COMMENT = /<!--[^]*?-->/g
const INDENT = /\n\s+/g
const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g
const ENTRY = /\s*<script type="module"[^>]*><\/script>/
/** Not of the part that begins: it does so with the entry, when nothing is missing. */
const PART = /<link rel="modulepreload" (crossorigin )?href="((?![^"]*\/main-)[^"]*)">/g

/** @returns {import('vite').Plugin} */
export function paintFirst() {
  return {
    name: 'dockside:paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const sheets = html.match(STYLE_SHEET) ?? []
        return html
          .replaceAll(STYLE_SHEET, '')
          .replace(ENTRY, '')
          .replaceAll(PART, '<script type="module" $1src="$2"></script>')
          .replace('</head>', `${html.match(ENTRY)?.[0] ?? ''}\n</head>`)
          .replace('</body>', `${sheets.join('')}\n</body>`)
          .replaceAll(COMMENT, '')
          .replaceAll(INDENT, '\n')
      },
    },
  }
}
