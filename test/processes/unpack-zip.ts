import { crc32 } from 'node:zlib'
import { expect } from 'vitest'

/** The texts of an archive by their names, checked; folders have a slash at their end. */
export function unpack(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = bytes.readUInt32LE(end + 16)
  const found: Record<string, string> = {}
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50)
    // Bit 11: the name is UTF-8.
    expect(bytes.readUInt16LE(at + 8) & 0x800).toBe(0x800)
    expect(bytes.readUInt16LE(at + 10)).toBe(0)
    const [sum, size] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 24)]
    const [length, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    const name = bytes.toString('utf8', at + 46, at + 46 + (length ?? 0))
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + size)
    expect(crc32(content), name).toBe(sum)
    expect(Object.hasOwn(found, name), name).toBe(false)
    found[name] = content.toString()
    at += 46 + (length ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return found
}
