import { readdirSync, readFileSync, statSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readSampleContents, readSampleManifest } from '#src/server/sample/manifest.ts'

const manifest = await readSampleManifest()
const ownerFiles = manifest.owner.files
const all = [
  ...ownerFiles,
  ...manifest.colleague.files,
  ...manifest.secondFactor.files,
  ...manifest.trash.files,
]
const folder = new URL('../../../src/server/sample/files/', import.meta.url)
const stored = readdirSync(folder)

const forbidden = /[\\/:*?"<>|]/
const bytesOf = (name: string): number => Buffer.byteLength(name)
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const head = (bytes: Uint8Array, count: number): string =>
  Buffer.from(bytes.subarray(0, count)).toString('latin1')

describe('sample names', () => {
  test('obey the rule for names', () => {
    for (const name of all.flatMap(({ path }) => path.split('/'))) {
      expect(bytesOf(name), name).toBeGreaterThanOrEqual(1)
      expect(bytesOf(name), name).toBeLessThanOrEqual(255)
      expect(forbidden.test(name), name).toBe(false)
    }
  })

  test('are unique, also when normalised', () => {
    const paths = ownerFiles.map(({ path }) => path.normalize('NFC'))
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.filter((path) => paths.some((other) => other.startsWith(`${path}/`)))).toEqual([])
  })

  test('include one of exactly 255 bytes, one turned around and one of two lines', () => {
    const names = ownerFiles.map(({ path }) => nameOf(path))
    expect(names.filter((name) => bytesOf(name) === 255)).toHaveLength(1)
    expect(names.some((name) => name.includes('\u202e'))).toBe(true)
    expect(names.some((name) => name.includes('\n'))).toBe(true)
    expect(names.some((name) => name !== name.normalize('NFC'))).toBe(true)
  })
})

describe('sample contents', () => {
  test('are files that exist, each of which is used, or texts', () => {
    expect(all.filter(({ file, text }) => (file === undefined) === (text === undefined))).toEqual(
      [],
    )
    const used = new Set(all.flatMap(({ file }) => (file === undefined ? [] : [file])))
    expect([...used].sort()).toEqual([...stored].sort())
  })

  test('take no more than 5 MB together', () => {
    const total = stored.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
    expect(total).toBeLessThan(5_000_000)
  })

  const starts: Record<string, RegExp> = {
    pdf: /^%PDF-1\.4/,
    zip: /^PK/,
    docx: /^PK/,
    xlsx: /^PK/,
    wav: /^RIFF....WAVE/s,
    mp4: /^....ftyp/s,
    svg: /^<svg /,
    jpg: /^\xff\xd8\xff/,
    png: /^\x89PNG/,
  }
  test.each(all.map((f) => [f.path, f] as const))('%s has the bytes of its type', async (_, f) => {
    const bytes = await readSampleContents(f)
    const ending = /\.(\w+)$/.exec(f.path)?.[1] ?? ''
    const start = starts[ending]
    if (start !== undefined) {
      // An unfinished upload has none yet.
      if (bytes.length > 0) expect(head(bytes, 16)).toMatch(start)
      return
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (ending === 'json') expect(() => JSON.parse(text) as unknown).not.toThrow()
  })

  test.each(stored.filter((name) => name.endsWith('.pdf')))(
    'the objects of %s are where its table says',
    (name) => {
      const content = readFileSync(new URL(name, folder), 'latin1')
      const table = Number(/startxref\n(\d+)/.exec(content)?.[1])
      expect(content.slice(table, table + 4)).toBe('xref')
      const offsets = [...content.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map((m) =>
        Number(m[1]),
      )
      offsets.forEach((at, i) => {
        expect(content.slice(at).startsWith(`${i + 1} 0 obj`)).toBe(true)
      })
    },
  )

  test('the handbook has three pages', () => {
    const content = readFileSync(new URL('handbook.pdf', folder), 'latin1')
    expect(content.match(/\/Type \/Page /g)).toHaveLength(3)
  })

  test.each(stored.filter((name) => /\.(zip|docx|xlsx)$/.test(name)))(
    'what is in %s can be unpacked',
    (name) => {
      const bytes = readFileSync(new URL(name, folder))
      const end = bytes.length - 22
      expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
      let entry = bytes.readUInt32LE(end + 16)
      const count = bytes.readUInt16LE(end + 10)
      expect(count).toBeGreaterThan(1)
      for (let index = 0; index < count; index++) {
        expect(bytes.readUInt32LE(entry)).toBe(0x02014b50)
        const local = bytes.readUInt32LE(entry + 42)
        const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
        const packed = bytes.subarray(from, from + bytes.readUInt32LE(entry + 20))
        const plain = bytes.readUInt16LE(entry + 10) === 8 ? inflateRawSync(packed) : packed
        expect(plain.length).toBe(bytes.readUInt32LE(entry + 24))
        entry +=
          46 +
          bytes.readUInt16LE(entry + 28) +
          bytes.readUInt16LE(entry + 30) +
          bytes.readUInt16LE(entry + 32)
      }
      expect(entry).toBe(end)
    },
  )
})

describe('sample pictures', () => {
  const photographs = ownerFiles.filter(({ metadata }) => metadata?.['exif:camera_model'])

  test.each(photographs.map((f) => [f.path, f] as const))(
    '%s says the same of its camera and its size as its metadata, and has many tones',
    async (_, f) => {
      const image = sharp(await readSampleContents(f))
      const { width, height, exif } = await image.metadata()
      expect(String(width)).toBe(f.metadata?.['exif:x'])
      expect(String(height)).toBe(f.metadata?.['exif:y'])
      expect(exif?.toString('latin1')).toContain(f.metadata?.['exif:camera_model'])
      expect(exif?.toString('latin1')).toContain(
        f.metadata?.['exif:taken_at']?.slice(0, 19).replace('T', ' ').replaceAll('-', ':'),
      )
      const [channel] = (await image.greyscale().stats()).channels
      expect(channel?.stdev).toBeGreaterThan(8)
      expect(channel?.mean).toBeGreaterThan(12)
    },
  )

  test('there are more than twenty photographs, most of them 1600 pixels long', () => {
    expect(photographs.length).toBeGreaterThan(20)
    const long = photographs.filter(({ metadata }) =>
      [metadata?.['exif:x'], metadata?.['exif:y']].includes('1600'),
    )
    expect(long.length).toBeGreaterThanOrEqual(20)
  })
})
