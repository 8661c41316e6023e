/** The codings of an Accept-Encoding header that are not refused by `q=0` (RFC 9110 §12.5.3). */
export function acceptedEncodings(header: string | null | undefined): Set<string> {
  const accepted = new Set<string>()
  for (const part of (header ?? '').split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    if (!parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))) accepted.add(coding)
  }
  return accepted
}
