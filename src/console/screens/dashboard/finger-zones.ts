/** Where a finger meets the parts of a stacked bar, which are often lower than a finger. */
import { TOUCH_TARGET_PX } from '#console/theme.ts'

/** From one height above the foot of the bar to another, in px. */
export interface FingerZone {
  readonly from: number
  readonly to: number
}

/**
 * A zone for each part, from the lowest: next to each other, none lower than a finger, and otherwise
 * as their parts are.
 * @param heights of the parts in px, from the lowest
 * @param room above the foot in px, a finger for each part at least
 */
export function fingerZones(heights: readonly number[], room: number): FingerZone[] {
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
