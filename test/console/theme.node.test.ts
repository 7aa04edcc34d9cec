import {
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  defaultVariantColorsResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { cssVariables, theme } from '#console/theme.ts'
import type { TokenName } from '#console/tokens.ts'

const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5
const CONTROL = 3

const merged = mergeMantineTheme(DEFAULT_THEME, theme)
const given = defaultCssVariablesResolver(merged)
const own = cssVariables(merged)
const variables: Record<'variables' | Scheme, Readonly<Record<string, string>>> = {
  variables: { ...given.variables, ...own.variables },
  light: { ...given.light, ...own.light },
  dark: { ...given.dark, ...own.dark },
}

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
type Colour = readonly [number, number, number, number]

/** Resolves a value of the style sheet in a scheme. */
function colourOf(value: string, scheme: Scheme): Colour {
  const variable = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (variable !== undefined) {
    const stands = variables[scheme][variable] ?? variables.variables[variable]
    if (stands === undefined) throw new Error(`${variable} is not set`)
    return colourOf(stands, scheme)
  }
  if (value === 'transparent') return [0, 0, 0, 0]
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1]
  if (hex !== undefined) {
    const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    const [red = 0, green = 0, blue = 0] =
      digits.match(/../g)?.map((two) => parseInt(two, 16)) ?? []
    return [red, green, blue, 1]
  }
  const parts = /^rgba\(([^)]+)\)$/.exec(value)?.[1]?.split(',').map(Number) ?? []
  const [red, green, blue, alpha] = parts
  if (red === undefined || green === undefined || blue === undefined || alpha === undefined) {
    throw new Error(`${value} is no colour that this test reads`)
  }
  return [red, green, blue, alpha]
}

/** The visible colour where one colour covers another. */
function over(above: Colour, ground: Colour): Colour {
  const mix = (place: 0 | 1 | 2) => above[place] * above[3] + ground[place] * (1 - above[3])
  return [mix(0), mix(1), mix(2), 1]
}

/** WCAG 2.2, 'relative luminance'. */
function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2, 'contrast ratio', of a text on stacked backgrounds, the lowest first. */
function contrast(scheme: Scheme, text: string, ...grounds: string[]): number {
  const ground = grounds
    .map((value) => colourOf(value, scheme))
    .reduce((below, above) => over(above, below))
  const [light = 0, dark = 0] = [over(colourOf(text, scheme), ground), ground]
    .map(luminance)
    .toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const named = (name: string) => `var(--mantine-color-${name})`
const BODY = named('body')
const STATUS = ['harbour', 'green', 'red', 'amber', 'gray'] as const

function variantOf(variant: 'filled' | 'light' | 'subtle', color: string) {
  const {
    background,
    color: text,
    hover,
  } = defaultVariantColorsResolver({
    color,
    variant,
    theme: merged,
  })
  return { background, text, hover }
}

describe.each(SCHEMES)('in the %s scheme', (scheme) => {
  test.each([
    ['text', 'text'],
    ['quiet text', 'dimmed'],
    ['a link', 'anchor'],
    ['an error under a field', 'error'],
  ])('%s is readable on the page', (_what, name) => {
    expect(contrast(scheme, named(name), BODY)).toBeGreaterThanOrEqual(TEXT)
  })

  test.each(STATUS)('a filled badge or button in %s is readable, also on hover', (color) => {
    const { background, text, hover } = variantOf('filled', color)
    expect(contrast(scheme, text, BODY, background)).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(scheme, text, BODY, hover)).toBeGreaterThanOrEqual(TEXT)
  })

  test.each(STATUS)('a light message in %s is readable', (color) => {
    const { background, text } = variantOf('light', color)
    expect(contrast(scheme, text, BODY, background)).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(scheme, named('text'), BODY, background)).toBeGreaterThanOrEqual(TEXT)
  })

  test('the current entry of the menu is readable, also on hover', () => {
    const { background, text, hover } = variantOf('light', 'harbour')
    expect(contrast(scheme, text, BODY, background)).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(scheme, text, BODY, hover)).toBeGreaterThanOrEqual(TEXT)
  })

  test('an icon button is visible, also on hover', () => {
    const { text, hover } = variantOf('subtle', 'gray')
    expect(contrast(scheme, text, BODY)).toBeGreaterThanOrEqual(CONTROL)
    expect(contrast(scheme, text, BODY, hover)).toBeGreaterThanOrEqual(CONTROL)
  })

  test('a plain button is readable, also on hover', () => {
    for (const ground of ['default', 'default-hover']) {
      const ratio = contrast(scheme, named('default-color'), BODY, named(ground))
      expect(ratio).toBeGreaterThanOrEqual(TEXT)
    }
  })

  test('dimmed text is readable on a hovered card', () => {
    const ratio = contrast(scheme, named('dimmed'), BODY, named('default-hover'))
    expect(ratio).toBeGreaterThanOrEqual(TEXT)
  })
})

const GROUNDS = ['page', 'surface'] as const
const LIGHT_STATES = ['accent', 'succeeded', 'failed', 'attention', 'none'] as const
const token = (name: TokenName) => `var(--${name})`

describe.each(SCHEMES)('the tokens in the %s scheme', (scheme) => {
  test.each(['ink', 'muted', ...LIGHT_STATES] as const)(
    '%s is readable on page and panel',
    (name) => {
      for (const ground of GROUNDS) {
        expect(contrast(scheme, token(name), token(ground))).toBeGreaterThanOrEqual(TEXT)
      }
    },
  )

  test.each(LIGHT_STATES)('%s and the ink are readable on its tint', (name) => {
    const tint = token(`${name}-tint`)
    expect(contrast(scheme, token(name), tint)).toBeGreaterThanOrEqual(TEXT)
    expect(contrast(scheme, token('ink'), tint)).toBeGreaterThanOrEqual(TEXT)
  })

  test('the states and quiet text are readable on a hovered card and on a raised menu', () => {
    for (const name of ['muted', ...LIGHT_STATES] as const) {
      for (const ground of ['default', 'default-hover']) {
        expect(contrast(scheme, token(name), BODY, named(ground))).toBeGreaterThanOrEqual(TEXT)
      }
    }
  })

  test('the edge of a field is visible inside and outside', () => {
    for (const ground of ['surface', 'page'] as const) {
      expect(contrast(scheme, token('control-line'), token(ground))).toBeGreaterThanOrEqual(CONTROL)
    }
    expect(contrast(scheme, token('control-line'), BODY, named('default'))).toBeGreaterThanOrEqual(
      CONTROL,
    )
  })

  test('a box that is ticked is told from its ground', () => {
    const { background } = variantOf('filled', 'harbour')
    expect(contrast(scheme, background, token('surface'))).toBeGreaterThanOrEqual(CONTROL)
  })

  test('a panel is told from the page', () => {
    expect(contrast(scheme, token('surface'), token('page'))).toBeGreaterThan(1.05)
  })
})

describe('colours that the style sheets pick on their own', () => {
  test('the fills of the bars in the chart are visible', () => {
    for (const scheme of SCHEMES) {
      for (const outcome of ['succeeded', 'failed', 'unanswered']) {
        const ratio = contrast(scheme, `var(--${outcome}-color)`, BODY)
        expect(ratio).toBeGreaterThanOrEqual(CONTROL)
      }
    }
  })

  test('the focus ring is visible', () => {
    for (const scheme of SCHEMES) {
      for (const ground of GROUNDS) {
        expect(contrast(scheme, 'var(--focus-color)', token(ground))).toBeGreaterThanOrEqual(
          CONTROL,
        )
      }
    }
  })
})

describe('the contrast function', () => {
  test('the function gives the known ratios', () => {
    expect(contrast('light', '#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('light', '#ffffff', '#ffffff')).toBeCloseTo(1, 5)
    expect(contrast('light', '#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(contrast('light', 'rgba(0, 0, 0, 0.5)', '#ffffff')).toBeCloseTo(3.98, 1)
  })
})
