/** Random histories of a list of records, each list made from the one before it as a refresh makes it. */
import type { Row } from '#contract/collections.ts'
import { rememberDerivation } from '#console/rows/derivation.ts'
import { between, pick, type Random } from '#test/netsuite/random.ts'

/** The next list: some records are replaced in their places, others are gone, and more come last. */
export function nextRecords<R extends Row>(
  from: readonly R[],
  random: Random,
  aRecord: () => R,
): readonly R[] {
  const share = pick(random, [0.01, 0.04, 0.08, 0.3])
  const replaced: number[] = []
  const removed: number[] = []
  const kept = from.flatMap((record, place) => {
    const chance = random()
    if (chance < share / 2) {
      removed.push(place)
      return []
    }
    if (chance >= share) return [record]
    replaced.push(place)
    const now = aRecord()
    // Most changes leave most fields as they are.
    const changed = Object.keys(now).filter(() => random() < 0.3)
    return [{ ...record, ...Object.fromEntries(changed.map((field) => [field, now[field]])) }]
  })
  const added = Array.from({ length: between(random, 0, 2) }, aRecord)
  const records = [...kept, ...added]
  rememberDerivation<Row>(records, { from, replaced, removed, added: added.length })
  return records
}
