import { nearNames } from '#server/env/near-names.ts'

interface Named {
  readonly name: string
  /** What a start without it would do that cannot be undone. */
  readonly without?: string
}

/** A sentence for each variable that was meant for a setting, and that no setting reads. */
interface Misnamed {
  /** Where the setting is missing and a start without it cannot be undone: it ends the start. */
  readonly harmful: string[]
  readonly harmless: string[]
}

/** Finds what was set under a name that is nearly that of a setting. No value is ever told. */
export function misnamed(
  source: Readonly<Record<string, string | undefined>>,
  settings: readonly Named[],
): Misnamed {
  const found: Misnamed = { harmful: [], harmless: [] }
  const names = settings.map(({ name }) => name)
  for (const { name, meant } of nearNames(source, names)) {
    const without = settings.find((one) => one.name === meant)?.without
    const isMissing = !source[meant]?.trim()
    if (without && isMissing)
      found.harmful.push(
        `${name} is no setting, but ${meant} is, and without it ${without}: rename it, or remove it, or set ${meant} as well.`,
      )
    else found.harmless.push(`${name} is no setting and is not read. ${meant} may be meant.`)
  }
  return found
}
