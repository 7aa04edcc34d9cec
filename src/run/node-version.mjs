/**
 * Whether a Node version is new enough. Understands the one form that `engines` uses here, `>=major.minor`.
 * @param {string} version such as `20.19.1` or `v20.19.1`
 * @param {string} required such as `>=20.19`
 */
export function isNewEnough(version, required) {
  const least = /^>=\s*(\d+)\.(\d+)/.exec(required)
  const present = /^v?(\d+)\.(\d+)/.exec(version)
  if (!least || !present) throw new Error(`Cannot compare Node '${version}' with '${required}'`)
  const [major, minor] = [Number(present[1]), Number(present[2])]
  const [leastMajor, leastMinor] = [Number(least[1]), Number(least[2])]
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}
