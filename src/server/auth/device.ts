/** What a session says about the device that it was opened on. */

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  // An iPad calls itself a Mac unless it asks for mobile pages.
  [/\bMacintosh\b/, 'Mac or iPad'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * The browser and the system in words, such as 'Chrome on Android', from the header `User-Agent`. Nothing of
 * the header itself is kept: it may say anything.
 */
export function deviceOf(userAgent: string | undefined): string {
  const given = userAgent ?? ''
  const nameIn = (names: typeof BROWSERS): string | undefined =>
    names.find(([pattern]) => pattern.test(given))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined && system === undefined) return 'Unknown device'
  return `${browser ?? 'Browser'} on ${system ?? 'an unknown system'}`
}
