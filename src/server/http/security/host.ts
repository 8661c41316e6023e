import type { IncomingMessage } from 'node:http'

/** Whether a request names two hosts, of which Node takes the first and a server behind this one might take the other. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1
}

/** Whether a server that listens on `host` can only be reached from this machine. */
export function isLoopbackAddress(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * Whether a Host header names this machine, to be asked of a server on loopback: any other name was pointed at
 * 127.0.0.1 by a foreign DNS server (DNS rebinding). Any port is accepted, because a tunnel may use another one.
 * `ownNames` are the address that it is bound to, and the name by which a proxy in front of it is asked.
 */
export function isOwnHost(header: string | undefined, ...ownNames: string[]): boolean {
  const name = /^(\[[\d:a-f.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase()
  return (
    name === 'localhost' ||
    name === '127.0.0.1' ||
    name === '[::1]' ||
    ownNames.some((own) => own.toLowerCase() === name)
  )
}
