/**
 * A Vite plugin. It moves style sheets to the end of the page, so that the static content is painted before they
 * arrive, and removes comments and indents, so that the page and its headers fit into one segment on a weak link. The
 * imports of the entry become separate scripts before it, so that each is evaluated in its own task.
 */

const COMMENT = /<!--[^]*?-->/g
const INDENT = /\n\s+/g
const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g
const ENTRY = /\s*<script type="module"[^>]*><\/script>/
/** Excludes the main chunk: the entry starts it once nothing is missing. */
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
