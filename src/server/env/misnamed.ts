import { nearNames } from '#server/env/near-names.ts'

interface Named {
  readonly name: string
  /** The irreversible effect of a start without it. */
  readonly without?: string
}

/** A sentence for each variable that looks like a misspelled setting. */
interface Misnamed {
  /** The setting is missing and a start without it has irreversible effects, so the start is refused. */
  readonly harmful: string[]
  readonly harmless: string[]
}

/** Finds variables with misspelled names of settings. Values are never shown. */
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
