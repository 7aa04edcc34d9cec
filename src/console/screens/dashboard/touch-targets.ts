/** Touch targets for the parts of a stacked bar, which are often lower than a finger. */
import { TOUCH_TARGET_PX } from '#console/theme.ts'

/** A range of heights above the base of the bar, in px. */
export interface TouchTarget {
  readonly from: number
  readonly to: number
}

/**
 * A touch zone for each part, from the lowest: adjacent, none lower than a finger, and otherwise as
 * high as its part.
 * @param heights of the parts in px, from the lowest
 * @param room height above the base in px, at least a finger for each part
 */
export function touchTargets(heights: readonly number[], room: number): TouchTarget[] {
  const tops: number[] = []
  let top = 0
  for (const height of heights) {
    top += height
    tops.push(Math.max(top, (tops.at(-1) ?? 0) + TOUCH_TARGET_PX))
  }
  let above = room + TOUCH_TARGET_PX
  for (let nth = tops.length - 1; nth >= 0; nth -= 1) {
    above = Math.min(tops[nth] ?? 0, above - TOUCH_TARGET_PX)
    tops[nth] = above
  }
  return tops.map((to, nth) => ({ from: tops[nth - 1] ?? 0, to }))
}
