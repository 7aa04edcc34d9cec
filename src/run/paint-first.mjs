/** A Vite plugin: style sheets go to the end of the page, so that what stands in it is painted before they arrive. */

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
        return html.replaceAll(STYLE_SHEET, '').replace('</body>', `${sheets.join('')}\n  </body>`)
      },
    },
  }
}
