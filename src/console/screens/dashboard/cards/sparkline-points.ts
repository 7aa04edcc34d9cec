/** The line's own width, which must not be cut at the edge. */
const INSET_PX = 2

/**
 * The points of a line through the numbers, from the left to the right edge and from zero at the bottom, as an
 * SVG polyline takes them. A course without any number lies at the bottom.
 */
export function sparklinePoints(numbers: readonly number[], width: number, height: number): string {
  const most = Math.max(1, ...numbers)
  const step = (width - 2 * INSET_PX) / Math.max(1, numbers.length - 1)
  const room = height - 2 * INSET_PX
  return numbers
    .map((number, nth) => {
      const x = INSET_PX + nth * step
      const y = height - INSET_PX - (number / most) * room
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
