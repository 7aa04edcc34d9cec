import { readFileSync } from 'node:fs'

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string }

/** What a build of these sources calls itself: the version of package.json and, in a checkout, the commit. */
export const VERSION_PATTERN = new RegExp(
  String.raw`^${version.replaceAll('.', String.raw`\.`)}(\+[0-9a-f]{7,}(-dirty)?)?$`,
)
