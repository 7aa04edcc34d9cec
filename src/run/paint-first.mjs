/**
 * A Vite plugin: style sheets go to the end of the page, so that what stands in it is painted before they arrive;
 * comments and indents are left out, so that the page fits into one segment of a weak link with its head.
 */

const COMMENT = /<!--[^]*?-->/g
const INDENT = /\n\s+/g
const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g

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
          .replace('</body>', `${sheets.join('')}\n</body>`)
          .replaceAll(COMMENT, '')
          .replaceAll(INDENT, '\n')
      },
    },
  }
}
