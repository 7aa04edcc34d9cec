/** The look: one accent, cool neutrals, a contrast of at least 4.5:1 between text and background. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { tokenVariables } from '#console/tokens.ts'

const harbour: MantineColorsTuple = [
  '#eef4fa',
  '#dae7f3',
  '#b4cde5',
  '#8fb9de',
  '#6db0e6',
  '#4a90c9',
  '#2c6fa8',
  '#17507f',
  '#123f65',
  '#0e3250',
]

const gray: MantineColorsTuple = [
  '#f5f7f9',
  '#edf0f3',
  '#e2e7ec',
  '#c9d1d9',
  '#83909d',
  '#76838f',
  '#5a6774',
  '#48545f',
  '#2f3a45',
  '#15202b',
]

const dark: MantineColorsTuple = [
  '#e8edf2',
  '#c5ced7',
  '#98a5b2',
  '#6f7d8a',
  '#27323d',
  '#2b3742',
  '#202a34',
  '#182029',
  '#0f151b',
  '#0a0f14',
]

const green: MantineColorsTuple = [
  '#e2f3e9',
  '#d3ecdd',
  '#a6d9bb',
  '#7bd6a0',
  '#4fb47a',
  '#35a165',
  '#1d7d49',
  '#17703f',
  '#11663a',
  '#0c4a2a',
]

const red: MantineColorsTuple = [
  '#fdeae7',
  '#f8dad7',
  '#f0b2ac',
  '#ff9e94',
  '#e0685d',
  '#d64d41',
  '#bf3a2f',
  '#ac2a20',
  '#9d1c14',
  '#6f1a14',
]

const amber: MantineColorsTuple = [
  '#fff0d3',
  '#fbe9c6',
  '#f5d38d',
  '#f3c46b',
  '#e6a628',
  '#c98a0e',
  '#946206',
  '#855500',
  '#7a4a00',
  '#523600',
]

/** The smallest target for a gloved finger. */
export const TOUCH_TARGET_PX = 44

const SHADOW = '0 8px 24px rgb(15 21 27 / 16%), 0 1px 3px rgb(15 21 27 / 12%)'

/**
 * As wide as its text, up to a readable line and the width of a phone. Without a width of its own a tooltip near the
 * right edge would be squeezed into what is left beside it.
 */
const TOOLTIP_SIZE = {
  width: 'max-content',
  maxWidth: 'min(320px, calc(100vw - 32px))',
  overflowWrap: 'anywhere',
} as const

export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: { harbour, gray, dark, green, red, amber },
  black: gray[9],
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Inter comes after the first paint; its stand-in is drawn in about its widths (global.css).
  fontFamily:
    'Inter, "Inter stand-in", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  fontWeights: { regular: '400', medium: '550', bold: '650' },
  lineHeights: { xs: '1.34', sm: '1.43', md: '1.5', lg: '1.4', xl: '1.29' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '36px' },
      h2: { fontSize: '20px', lineHeight: '28px' },
      h3: { fontSize: '20px', lineHeight: '28px' },
      h4: { fontSize: '16px', lineHeight: '24px' },
    },
  },
  // One level, for what lies over the page: menus and dialogs.
  shadows: { xs: 'none', sm: SHADOW, md: SHADOW, lg: SHADOW, xl: SHADOW },
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        yOffset: 'var(--dialog-margin)',
        closeButtonProps: { 'aria-label': 'Close', size: TOUCH_TARGET_PX },
        // Rendered as a <header>, which a screen reader takes for a second banner of the page.
        attributes: { header: { role: 'presentation' } },
        transitionProps: { duration: 150 },
      },
    },
    Badge: { defaultProps: { tt: 'none', size: 'lg', radius: 'xl', variant: 'light' } },
    Text: { defaultProps: { size: 'sm' } },
    Alert: { defaultProps: { variant: 'light' } },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 300,
        // Also on focus by keyboard.
        events: { hover: true, focus: true, touch: false },
        multiline: true,
        styles: { tooltip: TOOLTIP_SIZE },
      },
    },
    // Enter on a button scrolled out of view opens a visible menu: focus scrolls the button into view.
    Popover: { defaultProps: { hideDetached: false } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        // Focuses the first entry: the library's placeholder before it is no menu entry.
        withInitialFocusPlaceholder: false,
        styles: { item: { minHeight: TOUCH_TARGET_PX } },
      },
    },
  },
})

/**
 * Our own colours, one for each scheme: the build lowers `light-dark()` to variables that are never
 * set.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--page-background': 'var(--page)',
    '--line-color': 'var(--hairline)',
    '--old-color': 'var(--attention)',
    '--failed-color': 'var(--failed)',
    '--succeeded-color': 'var(--succeeded)',
    '--focus-color': 'var(--accent)',
  },
  light: {
    ...tokenVariables('light'),
    '--unanswered-color': 'var(--mantine-color-gray-5)',
  },
  dark: {
    ...tokenVariables('dark'),
    '--succeeded-color': 'var(--mantine-color-green-4)',
    '--unanswered-color': 'var(--mantine-color-dark-2)',
  },
})
