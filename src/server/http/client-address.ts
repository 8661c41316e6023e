/**
 * The network address of the client. `X-Forwarded-For` counts only when the connection comes from the trusted proxy, and
 * of its entries only the last, which that proxy added itself; clients can write anything into the others.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | null | undefined,
  trustedProxy: string | undefined,
): string {
  const plain = (remote ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (trustedProxy === undefined || plain !== trustedProxy) return plain
  const last = (forwardedFor ?? '').split(',').at(-1)?.trim() ?? ''
  return last === '' ? plain : last
}
