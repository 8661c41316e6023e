import { createPrivateKey, createSign, generateKeyPairSync } from 'node:crypto'

/** One value of DER: its tag, its length, its bytes. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const bytes = (...values: number[]) => Uint8Array.from(values)
const oid = (...encoded: number[]) => der(0x06, bytes(...encoded))
const time = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
const extension = (id: Uint8Array, value: Uint8Array) => sequence(id, der(0x04, value))

/** A certificate of 127.0.0.1 for an hour that nobody but itself has signed, and its key, both as PEM. */
export function makeSelfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const withSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const name = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('drive')))))
  const now = Date.now()
  const signed = sequence(
    der(0xa0, der(0x02, bytes(2))),
    der(0x02, bytes(1)),
    withSha256,
    name,
    sequence(time(new Date(now - 60_000)), time(new Date(now + 3600_000))),
    name,
    publicKey,
    der(
      0xa3,
      sequence(
        // It may sign certificates, so that a client can be told to trust it.
        extension(oid(0x55, 0x1d, 0x13), sequence(der(0x01, bytes(0xff)))),
        // Its subject is also the address 127.0.0.1.
        extension(oid(0x55, 0x1d, 0x11), sequence(der(0x87, bytes(127, 0, 0, 1)))),
      ),
    ),
  )
  const signature = createSign('sha256').update(signed).sign(createPrivateKey(privateKey))
  const whole = sequence(signed, withSha256, der(0x03, bytes(0), signature))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey,
  }
}
