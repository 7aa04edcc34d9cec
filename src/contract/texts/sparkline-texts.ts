/** The texts of the small course on a card. */
import { PICTURED_DAYS } from '#contract/constants.ts'

export const sparklineTexts = {
  today: (count: number) => `${count.toLocaleString('en')} today`,
  failed: (count: number) =>
    `${count.toLocaleString('en')} failed in ${String(PICTURED_DAYS)} days`,
} as const
