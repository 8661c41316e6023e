import { Secret, TOTP } from 'otpauth'

const period = 30

const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })

/** The six digits of RFC 6238 (SHA-1, 30 s) for a base32 `secret` at `time` in milliseconds. */
export const totpCode = (secret: string, time: number): string =>
  totpOf(secret).generate({ timestamp: time })

/**
 * The number of the 30 s period that `code` belongs to: the current one, the one before or the one after. Null for a
 * wrong code, and for one of period `lastStep` or earlier, because each code can be used only once.
 */
export function verifyTotpCode(
  secret: string,
  code: string,
  time: number,
  lastStep: number,
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: time, window: 1 })
  if (delta === null) return null
  const step = TOTP.counter({ period, timestamp: time }) + delta
  return step > lastStep ? step : null
}
