/** Patterns by which browsers are told apart. Those that also write the word of another browser come first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const found = (names: typeof browsers, text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/**
 * Browser and system of a `User-Agent`. For another program `browser` is how it names itself; undefined without a name.
 */
export function parseUserAgent(userAgent: string): { browser?: string; system?: string } {
  const browser = found(browsers, userAgent) ?? /^[^\s/]+/.exec(userAgent)?.[0]
  const system = found(systems, userAgent)
  return { ...(browser && { browser }), ...(system && { system }) }
}
