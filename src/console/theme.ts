/** The look: one accent, cool neutrals, a contrast of at least 4.5:1 between text and background. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const harbour: MantineColorsTuple = [
  '#eef4fa',
  '#dae7f3',
  '#b4cde5',
  '#8ab2d7',
  '#6a9ccb',
  '#4a86bd',
  '#2f70a9',
  '#1f5f99',
  '#174e80',
  '#0f3d68',
]

const gray: MantineColorsTuple = [
  '#f6f8fa',
  '#eef1f4',
  '#e1e6eb',
  '#d0d7de',
  '#b3bdc7',
  '#8693a0',
  '#586572',
  '#46525e',
  '#333d47',
  '#20272e',
]

const dark: MantineColorsTuple = [
  '#dbe1e7',
  '#bcc5ce',
  '#9ea9b5',
  '#78848f',
  '#434d57',
  '#353e47',
  '#28303a',
  '#1a2027',
  '#14191f',
  '#0d1115',
]

const green: MantineColorsTuple = [
  '#e9f7ef',
  '#d3ecdd',
  '#a6d9bb',
  '#77c597',
  '#4fb47a',
  '#35a165',
  '#268a53',
  '#1b7344',
  '#145f37',
  '#0c4a2a',
]

const red: MantineColorsTuple = [
  '#fdefee',
  '#f8dad7',
  '#f0b2ac',
  '#e88a81',
  '#e0685d',
  '#d64d41',
  '#c23b30',
  '#a92d23',
  '#8c231b',
  '#6f1a14',
]

const amber: MantineColorsTuple = [
  '#fff6e5',
  '#fbe9c6',
  '#f5d38d',
  '#efbc53',
  '#e6a628',
  '#c98a0e',
  '#a66f05',
  '#855800',
  '#6b4700',
  '#523600',
]

/** The smallest target for a gloved finger. */
export const TOUCH_TARGET_PX = 44

export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  colors: { harbour, gray, dark, green, red, amber },
  black: gray[9],
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  headings: { fontWeight: '650' },
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
    Badge: { defaultProps: { tt: 'none', size: 'lg', radius: 'sm' } },
    Alert: { defaultProps: { variant: 'light' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
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
 * set. The library's dark red for errors is not readable on its dark background.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page-background': 'var(--mantine-color-gray-0)',
    '--focus-color': 'var(--mantine-primary-color-filled)',
    '--line-color': 'var(--mantine-color-gray-4)',
    '--old-color': 'var(--mantine-color-amber-8)',
    '--failed-color': 'var(--mantine-color-red-7)',
    '--succeeded-color': 'var(--mantine-color-green-7)',
    '--unanswered-color': 'var(--mantine-color-gray-5)',
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--page-background': 'var(--mantine-color-dark-8)',
    '--focus-color': 'var(--mantine-color-harbour-4)',
    '--line-color': 'var(--mantine-color-dark-3)',
    '--old-color': 'var(--mantine-color-amber-4)',
    '--failed-color': 'var(--mantine-color-red-2)',
    '--succeeded-color': 'var(--mantine-color-green-4)',
    '--unanswered-color': 'var(--mantine-color-dark-2)',
  },
})
