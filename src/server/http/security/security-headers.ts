/**
 * The policy of the page: no script or markup is ever made from text (Trusted Types), and nothing is loaded from another
 * origin but the storages that `origins` names. Those are asked for thumbnails, pictures, videos and audio, by `fetch`, and in frames
 * without rights, from which downloads start.
 */
export function contentSecurityPolicyFor(origins: readonly string[]): string {
  const storages = origins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${storages}`,
    `media-src 'self'${storages}`,
    "font-src 'self'",
    `connect-src 'self'${storages}`,
    ...(storages ? [`frame-src${storages}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The policy where no storage is named: nothing is loaded from another origin. */
export const contentSecurityPolicy = contentSecurityPolicyFor([])

/** Sent with every response, errors included. `no-referrer`, because the URL of a share can hold its password. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()',
}

/** A short response in plain text with the security headers. */
export function textResponse(status: number, text: string, headers: Record<string, string> = {}) {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}
