import { StartError } from '#src/server/start-error.ts'

const loopbackNames = /^(?:localhost|127\.0\.0\.1|(?:[a-z0-9-]+\.)+localhost)$/
/** A policy can name hosts by name or IPv4 address, not by IPv6 address. */
const hostName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/

/**
 * Reads what `--origins` names: origins of storages, separated by commas. Plain http is for this machine only.
 * @throws StartError in one line for anything else, a wildcard too: what is below `amazonaws.com` belongs to anybody
 */
export function parseOrigins(text: string): string[] {
  return [...new Set(text.split(',').map((each) => originOf(each.trim())))]
}

/**
 * Reads the address of a server, which an option such as `--classic` names.
 * @throws StartError in one line for anything but http(s), a host and at most a port
 */
export function parseOrigin(option: 'upstream' | 'public-url' | 'classic', text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin =
    url !== undefined &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.href === `${url.origin}/`
  if (!isOrigin) {
    throw new StartError(
      `--${option} must be an address such as https://drive.example.org, without a path or a sign-in, not ${JSON.stringify(text)}.`,
    )
  }
  return url
}

function originOf(text: string): string {
  if (text.includes('*')) {
    throw new StartError(
      `--origins takes exact origins such as https://files.example.org, not the wildcard in ${JSON.stringify(text)}: hosts below a name can belong to anybody.`,
    )
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && url.href === `${url.origin}/` && hostName.test(url.hostname)
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopbackNames.test(url.hostname))
  if (!isOrigin || !isSecure) {
    throw new StartError(
      `--origins must name origins such as https://files.example.org, without a path and separated by commas, not ${JSON.stringify(text)}.`,
    )
  }
  return url.origin
}
