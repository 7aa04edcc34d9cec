/** Draws the PNG variants of the app icon from `public/icons/icon.svg`; run by hand when the mark changes. */
import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'

const FOLDER = new URL('../../../public/icons/', import.meta.url)
const svg = await readFile(new URL('icon.svg', FOLDER), 'utf8')

/** The mark without its ground, for where the system draws one. */
const bars = svg.replace(/<rect width="48"[^>]*\/>/, '')
/** The whole square as ground, with the mark inside the safe zone of a mask. */
const filled = svg.replace(' rx="11"', '')
const inSafeZone = filled
  .replace('viewBox="0 0 48 48"', 'viewBox="-9 -9 66 66"')
  .replace('<rect width="48" height="48"', '<rect x="-9" y="-9" width="66" height="66"')

const variants = [
  { name: 'icon-192.png', size: 192, picture: svg },
  { name: 'icon-512.png', size: 512, picture: svg },
  { name: 'apple-touch-icon.png', size: 180, picture: filled },
  { name: 'maskable-512.png', size: 512, picture: inSafeZone },
  { name: 'monochrome-512.png', size: 512, picture: bars },
]

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
for (const { name, size, picture } of variants) {
  await page.setViewportSize({ width: size, height: size })
  const drawn = picture.replace(
    '<svg ',
    `<svg width="${size}" height="${size}" style="display:block" `,
  )
  await page.setContent(`<body style="margin:0">${drawn}</body>`)
  await writeFile(new URL(name, FOLDER), await page.screenshot({ omitBackground: true }))
}
await browser.close()
