/** Compares two orders of the same things, where most have stayed as they were. */
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'
import type { Derivation } from '#console/rows/derivation.ts'

/**
 * How the list in one order was made from that in another. A changed thing that moved is gone from its place and new
 * at another.
 * @param before the numbers of the things; the unchanged ones are in both orders, one after the other in the same way
 * @param isChanged 1 for each number of a thing that is changed, new or gone
 */
export function* orderChange(
  before: Int32Array,
  after: Int32Array,
  isChanged: Uint8Array,
): ChunkedTask<Omit<Derivation, 'from'>> {
  const placeBefore = new Map<number, number>()
  const stayedBefore = new Map<number, number>()
  let stayed = 0
  yield* walk(before, (thing, place) => {
    if (isChanged[thing] === 1) {
      placeBefore.set(thing, place)
      stayedBefore.set(thing, stayed)
    } else stayed += 1
  })
  const replaced: number[] = []
  const inserted: number[] = []
  const gone = new Set(placeBefore.values())
  stayed = 0
  let last = -1
  yield* walk(after, (thing, place) => {
    if (isChanged[thing] !== 1) {
      stayed += 1
      return
    }
    const then = placeBefore.get(thing) ?? -1
    // It lies between the same unchanged ones as before, and after the changed ones that do so too.
    if (then > last && stayedBefore.get(thing) === stayed) {
      replaced.push(then)
      gone.delete(then)
      last = then
    } else inserted.push(place)
  })
  return { replaced, removed: [...gone], added: 0, inserted }
}
