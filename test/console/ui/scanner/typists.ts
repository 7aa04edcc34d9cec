/** What people type, with the gaps of people: the fastest of them has one gap in a hundred below 60 ms. */
import { pick } from '#test/netsuite/random.ts'
import type { Stroke } from '#test/console/ui/scanner/strokes.ts'

/** Means of ln(ms) and spreads: the fastest typists, quick ones, most people, and one finger on a tablet. */
const TYPISTS = [
  { middle: Math.log(95), spread: 0.2 },
  { middle: Math.log(130), spread: 0.3 },
  { middle: Math.log(210), spread: 0.45 },
  { middle: Math.log(420), spread: 0.5 },
]

const WORDS = [
  'bolt m8',
  'A-01-02',
  '4006381333931',
  'so-2001',
  'pallet',
  'wh 1',
  '/',
  'kayak, red',
  'bin 42',
]

export interface Typed {
  readonly strokes: readonly Stroke[]
  /** What an empty field holds after it. */
  readonly text: string
}

/**
 * One input of a person: words, mistakes that are taken back, keys held down, words pasted or proposed by a soft keyboard,
 * and at the end Enter or Tab or nothing.
 */
export function typedBy(next: () => number): Typed {
  const typist = pick(next, TYPISTS)
  const gap = (): number => Math.exp(typist.middle + typist.spread * normal(next))
  // Two fingers at once, which people do, but never with a third.
  let rolled = 0
  const after = (): number => {
    rolled = next() < 0.06 && rolled < 2 ? rolled + 1 : 0
    return rolled > 0 ? 8 + next() * 27 : gap()
  }
  const isSoft = next() < 0.25
  const strokes: Stroke[] = []
  let text = ''
  const type = (written: string): void => {
    for (const character of written) {
      text += character
      strokes.push(
        isSoft
          ? { after: gap(), key: 'Unidentified', text: character }
          : { after: after(), key: character },
      )
    }
  }
  for (let part = 0; part < 1 + next() * 3; part += 1) {
    type(pick(next, WORDS))
    const turn = next()
    if (turn < 0.2) {
      for (let nth = 0; nth < 3 && text !== ''; nth += 1) {
        text = text.slice(0, -1)
        strokes.push({ after: gap(), key: 'Backspace', isRepeated: nth > 0 })
      }
    } else if (turn < 0.35 && !isSoft) {
      type('0')
      for (let nth = 0; nth < 6; nth += 1)
        strokes.push({ after: nth === 0 ? 500 : 33, key: '0', isRepeated: true })
      text += '000000'
    } else if (turn < 0.5) {
      const whole = pick(next, WORDS)
      text += whole
      if (isSoft) strokes.push({ after: gap(), key: 'Unidentified', text: whole })
      else
        strokes.push(
          { after: gap(), key: 'Control' },
          { after: gap(), key: 'v', isControl: true },
          { after: 5, key: '', text: whole, inputType: 'insertFromPaste' },
        )
    }
  }
  const end = next()
  if (end < 0.7) strokes.push({ after: Math.max(20, gap()), key: end < 0.4 ? 'Enter' : 'Tab' })
  return { strokes, text }
}

/** A normally distributed gap; one typist in a hundred is at the lower bound. */
function normal(next: () => number): number {
  const drawn = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return Math.max(-2.326, drawn)
}
