import { theme } from '#console/theme.ts'

export const colours = theme
