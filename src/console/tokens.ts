/** The colours of the look, one for each scheme; each pair that meets on the screen is checked for contrast. */

/** A colour in the light and in the dark scheme. */
export interface Token {
  readonly light: string
  readonly dark: string
}

/** Becomes `--{name}` in the style sheets. A tint is the ground of a pill or a message in its colour. */
export const tokens = {
  page: { light: '#f5f7f9', dark: '#0f151b' },
  surface: { light: '#ffffff', dark: '#182029' },
  ink: { light: '#15202b', dark: '#e8edf2' },
  muted: { light: '#5a6774', dark: '#98a5b2' },
  hairline: { light: '#e2e7ec', dark: '#27323d' },
  /** Around a field or a box to tick, which is found by its edge. */
  'control-line': { light: '#83909d', dark: '#6f7d8a' },
  accent: { light: '#17507f', dark: '#6db0e6' },
  'accent-tint': { light: '#e6eff6', dark: '#1d3346' },
  succeeded: { light: '#11663a', dark: '#7bd6a0' },
  'succeeded-tint': { light: '#e2f3e9', dark: '#173627' },
  failed: { light: '#9d1c14', dark: '#ff9e94' },
  'failed-tint': { light: '#fdeae7', dark: '#43201d' },
  attention: { light: '#7a4a00', dark: '#f3c46b' },
  'attention-tint': { light: '#fff0d3', dark: '#3d2f14' },
  none: { light: '#48545f', dark: '#aab5c0' },
  'none-tint': { light: '#edf0f3', dark: '#26303a' },
} as const satisfies Record<string, Token>

export type TokenName = keyof typeof tokens

/** The library's colours that stand for a token and its tint. */
const IN_LIBRARY = {
  harbour: ['accent', 'accent-tint'],
  green: ['succeeded', 'succeeded-tint'],
  red: ['failed', 'failed-tint'],
  amber: ['attention', 'attention-tint'],
  gray: ['none', 'none-tint'],
} as const satisfies Record<string, readonly [TokenName, TokenName]>

/** The variables of one scheme: the tokens, and what the library takes from them. */
export function tokenVariables(scheme: keyof Token): Record<string, string> {
  const variables: Record<string, string> = {
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--failed)',
    '--mantine-color-default-border': 'var(--hairline)',
  }
  for (const [name, token] of Object.entries(tokens)) variables[`--${name}`] = token[scheme]
  for (const [name, [colour, tint]] of Object.entries(IN_LIBRARY)) {
    variables[`--mantine-color-${name}-text`] = `var(--${colour})`
    variables[`--mantine-color-${name}-light`] = `var(--${tint})`
    variables[`--mantine-color-${name}-light-hover`] = `var(--${tint})`
    variables[`--mantine-color-${name}-light-color`] = `var(--${colour})`
  }
  return variables
}
