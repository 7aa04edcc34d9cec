/** The age that several cards have in common, once instead of on each card. */
import { Text } from '@mantine/core'
import { skipToken, useQueries } from '@tanstack/react-query'
import type { CollectionName } from '#contract/collections.ts'
import { countsKey, type StoredCount } from '#console/data/collections/counts.ts'
import { useFreshnesses, type Aged, type Freshness } from '#console/data/collections/freshness.ts'
import classes from '#console/screens/dashboard/dashboard.module.css'

/** The words that at least two cards would show; null if there are none. */
export function useCommonAge(names: readonly CollectionName[]): Freshness | null {
  return commonAge(useFreshnesses(names, useAges(names)))
}

/** The ages of the lists, as far as their cards know them. */
export function useAges(names: readonly CollectionName[]): (Aged | undefined)[] {
  return useQueries({
    queries: names.map((name) => ({ queryKey: countsKey(name), queryFn: skipToken })),
    combine: agesOf,
  })
}

function agesOf(results: readonly { readonly data: unknown }[]): (Aged | undefined)[] {
  return results.map(({ data }) => data as StoredCount | undefined)
}

/** The most frequent words; a warning if they are one for any of their cards. */
export function commonAge(ages: readonly (Freshness | null)[]): Freshness | null {
  const byText = new Map<string, Freshness[]>()
  for (const age of ages)
    if (age !== null) byText.set(age.text, [...(byText.get(age.text) ?? []), age])
  const [most = []] = [...byText.values()].toSorted((one, other) => other.length - one.length)
  const [first] = most
  if (first === undefined || most.length < 2) return null
  return { ...first, isOld: most.some(({ isOld }) => isOld) }
}

/** Keeps its line while the age is unknown, so that nothing moves when it comes. */
export function CardsAge({ age }: { readonly age: Freshness | null }) {
  return (
    <Text size="xs" className={age?.isOld ? classes.oldAge : classes.age}>
      {age?.text}
    </Text>
  )
}
