import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Whether a page of another site sent this write: by the browser's word (`Sec-Fetch-Site`), or because its `Origin` is
 * not the host that it was sent to. Reads pass, since links to them are clicked in mails. Clients that are not browsers
 * send neither header. `host` is the `Host` header.
 */
export function isCrossSiteWrite(
  method: string,
  header: (name: 'origin' | 'sec-fetch-site') => string | null | undefined,
  host: string,
): boolean {
  if (!writes.has(method)) return false
  if (header('sec-fetch-site') === 'cross-site') return true
  const origin = header('origin') ?? ''
  if (origin === '') return false
  const withoutDefaultPort = host.toLowerCase().replace(/:(?:80|443)$/, '')
  return !URL.canParse(origin) || new URL(origin).host !== withoutDefaultPort
}

/** Throws 403 for a write that a page of another site sent. */
export function requireNotCrossSiteWrite(request: Request): void {
  const host = request.headers.get('host') ?? new URL(request.url).host
  if (isCrossSiteWrite(request.method, (name) => request.headers.get(name), host)) {
    throw new HttpError(ErrorCode.forbidden, 'Permission denied', {
      detail: 'a page of another site sent this request',
      status: 403,
    })
  }
}
