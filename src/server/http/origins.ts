import { StartError } from '#src/server/start-error.ts'

const loopbackNames = /^(?:localhost|127\.0\.0\.1|(?:[a-z0-9-]+\.)+localhost)$/
/** A policy can name hosts by name or IPv4 address, not by IPv6 address. */
const hostName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/

/**
 * Reads what `--origins` names: origins of storages, separated by commas, `https://*.example.org` for all hosts below a
 * name. Plain http is for this machine only.
 * @throws StartError in one line for anything else
 */
export function parseOrigins(text: string): string[] {
  return [...new Set(text.split(',').map((each) => originOf(each.trim())))]
}

function originOf(text: string): string {
  const [, protocol = '', wildcard = '', rest = ''] =
    /^(https?:\/\/)(\*\.)?([^*]+)$/i.exec(text) ?? []
  const url = URL.canParse(protocol + rest) ? new URL(protocol + rest) : undefined
  const isOrigin = url !== undefined && url.href === `${url.origin}/` && hostName.test(url.hostname)
  const isSecure =
    url?.protocol === 'https:' || (!wildcard && loopbackNames.test(url?.hostname ?? ''))
  // All hosts of `org` belong to somebody else.
  const isNarrow = !wildcard || url?.hostname.includes('.') === true
  if (!isOrigin || !isSecure || !isNarrow) {
    throw new StartError(
      `--origins must name origins such as https://files.example.org or https://*.example.org, without a path and separated by commas, not ${JSON.stringify(text)}.`,
    )
  }
  return wildcard ? url.origin.replace('//', '//*.') : url.origin
}
