/** Reads the settings from the environment and names what is wrong. */
import { misnamed } from '#server/env/misnamed.ts'
import { settings, type Setting } from '#server/env/settings.ts'

type Settings = typeof settings

/** The settings of this process. */
export type Env = {
  readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never
}

/** Settings cannot be used. There is one sentence for each, without the values of secrets. */
export class BadSettings extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[], cause?: unknown) {
    super(sentences.join('\n'), { cause })
    this.name = 'BadSettings'
    this.sentences = sentences
  }
}

/**
 * Reads all settings. One that is unset or empty gets its default.
 * @throws BadSettings that names every wrong setting
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const wrong: string[] = []
  const env = Object.fromEntries(
    Object.entries(settings).map(([key, one]: [string, Setting<unknown>]) => {
      const given = source[one.name]?.trim() || one.fallback
      const value = given === null ? null : one.parse(given)
      if (value === undefined)
        wrong.push(wrongSetting(key as keyof Settings, { given, why: one.whyNot?.(given ?? '') }))
      return [key, value]
    }),
  ) as Env
  if (env.tlsCert === null && env.tlsKey !== null) wrong.push(wrongSetting('tlsCert'))
  if (env.tlsKey === null && env.tlsCert !== null) wrong.push(wrongSetting('tlsKey'))
  const oauth2 = ['erpOauth2ClientId', 'erpOauth2CertificateId', 'erpOauth2Key'] as const
  const missing = oauth2.filter((key) => env[key] === null)
  if (missing.length < oauth2.length) wrong.push(...missing.map((key) => wrongSetting(key)))
  wrong.push(...misnamed(source, Object.values(settings)).harmful)
  if (wrong.length > 0) throw new BadSettings(wrong)
  return env
}

/**
 * A sentence for each variable whose name is similar to that of a setting, and that does not stop the
 * start.
 */
export function misnamedSettings(source: Readonly<Record<string, string | undefined>>): string[] {
  return misnamed(source, Object.values(settings)).harmless
}

/**
 * The sentence about an unusable setting.
 * @example wrongSetting('port', { given: 'abc' }) // PORT must be a free port …, but is 'abc'.
 */
export function wrongSetting(
  key: keyof Settings,
  facts: { readonly given?: string | null; readonly why?: string | undefined } = {},
): string {
  const { name, expected, secret }: Setting<unknown> = settings[key]
  const given = facts.given && !secret ? `, but is '${facts.given}'` : ''
  const why = facts.why ? ` (${facts.why})` : ''
  return `${name} must be ${expected}${given}${why}.`
}
