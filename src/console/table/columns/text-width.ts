/** How wide a text of the table is, without drawing it: a layout for each cell would take too long. */

/** As in `data-table.module.css`. */
const FONT_SIZE_PX = 14
export const FONT_WEIGHTS = { plain: 400, name: 600, head: 650 } as const
type Weight = keyof typeof FONT_WEIGHTS

/** Where nothing can be measured, such as a browser that refuses to read from a canvas. */
const USUAL_GLYPH_PX = 8
const DIGIT = /[0-9]/

/** The width of each character measured so far. */
interface Glyphs {
  readonly font: string
  readonly widths: Map<string, number>
}

const known = new Map<Weight, Glyphs>()
let canvas: CanvasRenderingContext2D | null | undefined

/** The width of a text in px, up to the kerning between its letters. */
export function textWidth(text: string, weight: Weight): number {
  const { font, widths } = glyphsOf(weight)
  let sum = 0
  for (const glyph of text) {
    let width = widths.get(glyph)
    if (width === undefined) {
      width = measured(glyph, font)
      widths.set(glyph, width)
    }
    sum += width
  }
  return sum
}

function glyphsOf(weight: Weight): Glyphs {
  const found = known.get(weight)
  if (found) return found
  // Measured again once the font has arrived.
  if (known.size === 0) document.fonts.addEventListener('loadingdone', forget, { once: true })
  const { fontFamily } = getComputedStyle(document.body)
  const font = `${String(FONT_WEIGHTS[weight])} ${String(FONT_SIZE_PX)}px ${fontFamily}`
  const fresh: Glyphs = { font, widths: new Map() }
  known.set(weight, fresh)
  return fresh
}

function forget(): void {
  known.clear()
}

/** Digits are drawn equally wide. */
function measured(glyph: string, font: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return USUAL_GLYPH_PX
  canvas.font = font
  return canvas.measureText(DIGIT.test(glyph) ? '0' : glyph).width
}
