/** Whether a server that listens on `host` can only be reached from this machine. */
export function isLoopbackAddress(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * Whether a Host header names this machine, to be asked of a server on loopback: any other name was pointed at
 * 127.0.0.1 by a foreign DNS server (DNS rebinding). Any port is accepted, because a tunnel may use another one.
 */
export function isOwnHost(header: string | undefined, boundTo: string): boolean {
  const name = /^(\[[\d:a-f.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase()
  return (
    name === 'localhost' ||
    name === '127.0.0.1' ||
    name === '[::1]' ||
    name === boundTo.toLowerCase()
  )
}
