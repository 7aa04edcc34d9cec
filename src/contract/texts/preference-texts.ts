/** The texts of the preferences. */
export const preferenceTexts = {
  title: 'Preferences',
  appearance: 'Appearance',
  schemes: { auto: 'System', light: 'Light', dark: 'Dark' },
  clock: 'Clock',
  clocks: { '12': '12 hours', '24': '24 hours' },
  dateOrder: 'Date order',
  dateOrders: {
    'day-first': 'Day first',
    'month-first': 'Month first',
    'year-first': 'Year first',
  },
  menu: 'Menu on wide screens',
  menus: { open: 'Open', closed: 'Closed' },
  kept: 'Saved to your account and used on every device you sign in on.',
  keptHere: 'Saved on this device.',
} as const
