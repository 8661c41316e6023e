/* Origins of storages besides this page's own. The policy of the page allows no others (docs/deployment.md). */

/** As the deployment names them: `https://host`, with a port if need be, or `https://*.host`. */
function namedOrigins(): string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="latchkey:origins"]')
  return (meta?.content ?? '').split(/\s+/).filter((origin) => origin !== '')
}

export const hasNamedOrigins = (): boolean => namedOrigins().length > 0

/** Whether a URL is on an origin that the deployment names. */
export function isOnNamedOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false
  const asked = new URL(url)
  return namedOrigins().some((origin) => {
    if (!URL.canParse(origin.replace('*.', ''))) return false
    const named = new URL(origin.replace('*.', ''))
    if (named.protocol !== asked.protocol || named.port !== asked.port) return false
    return origin.includes('*.')
      ? asked.hostname.endsWith(`.${named.hostname}`)
      : asked.hostname === named.hostname
  })
}
