/** A line that comes and goes, as between the racks. */
import type { Line } from '#test/bench/link/line.ts'

const PHASE_MS = 10_000
/** The list is opened when so much of a time with the line is left: a list in parts is half there when the line goes. */
const FIRST_MS = 4_000

/**
 * The line is there for 10 s and away for 10 s, and goes for the first time in four seconds. Connections are cut each
 * time; meanwhile new ones are refused the first time, hang the second time, and so on in turns.
 * @returns a function that ends it, with the line there
 */
export function flap(line: Line): () => void {
  let isThere = true
  let times = 0
  const turn = (): void => {
    timer = setTimeout(turn, PHASE_MS)
    isThere = !isThere
    if (isThere) line.restore()
    else {
      line.cut(times % 2 === 0 ? 'refuse' : 'hang')
      times += 1
    }
  }
  let timer = setTimeout(turn, FIRST_MS)
  return () => {
    clearTimeout(timer)
    line.restore()
  }
}
