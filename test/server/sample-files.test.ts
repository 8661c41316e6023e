import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { zip } from '#src/server/sample/formats/zip.ts'
import { encodePicture, pictureMime, pictures, readPicture } from '#src/server/sample/pictures.ts'
import { ownerFiles } from '#src/server/sample/sample-data.ts'
import { trashFiles } from '#src/server/sample/trash.ts'

const forbidden = /[\\/:*?"<>|]/
const bytesOf = (name: string): number => new TextEncoder().encode(name).length
const isPicture = (mime: string): boolean => mime === 'image/jpeg' || mime === 'image/png'
const head = (bytes: Uint8Array, count: number): string =>
  Buffer.from(bytes.subarray(0, count)).toString('latin1')

const magic: Record<string, string> = {
  'application/pdf': '%PDF-1.4',
  'application/zip': 'PK\u0003\u0004',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'PK\u0003\u0004',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'PK\u0003\u0004',
  'audio/wav': 'RIFF',
  'image/svg+xml': '<svg ',
}

describe('sample names', () => {
  test('obey the rule for names', () => {
    for (const { path } of ownerFiles) {
      for (const name of path) {
        expect(bytesOf(name), name).toBeGreaterThanOrEqual(1)
        expect(bytesOf(name), name).toBeLessThanOrEqual(255)
        expect(forbidden.test(name), name).toBe(false)
      }
    }
  })

  test('are unique, also when normalised', () => {
    const paths = ownerFiles.map((f) => f.path.join('/').normalize('NFC'))
    expect(new Set(paths).size).toBe(paths.length)
    const folders = new Set(
      ownerFiles.flatMap((f) =>
        f.path.slice(0, -1).map((_, i) => f.path.slice(0, i + 1).join('/')),
      ),
    )
    expect(paths.filter((path) => folders.has(path))).toEqual([])
  })

  test('include one of exactly 255 bytes, one turned around and one of two lines', () => {
    const names = ownerFiles.map((f) => f.path.at(-1) ?? '')
    expect(names.filter((name) => bytesOf(name) === 255)).toHaveLength(1)
    expect(names.some((name) => name.includes('\u202e'))).toBe(true)
    expect(names.some((name) => name.includes('\n'))).toBe(true)
    expect(names.some((name) => name !== name.normalize('NFC'))).toBe(true)
  })
})

describe('sample bytes', () => {
  const others = ownerFiles.filter((f) => !isPicture(f.mime))

  test.each(others.map((f) => [f.path.join('/'), f] as const))(
    '%s has the bytes of its type',
    async (_, f) => {
      const bytes = await f.create()
      const start = magic[f.mime]
      if (start !== undefined) expect(head(bytes, start.length)).toBe(start)
      else if (f.mime === 'video/mp4' && bytes.length > 0)
        expect(head(bytes.subarray(4), 4)).toBe('ftyp')
      else if (f.mime === 'application/json')
        expect(() => JSON.parse(Buffer.from(bytes).toString()) as unknown).not.toThrow()
      else expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toThrow()
    },
  )

  test('stay small without the pictures', async () => {
    let total = 0
    for (const f of others) total += (await f.create()).length
    expect(total).toBeLessThan(4_000_000)
  })

  test('PDF tables point at their objects', async () => {
    for (const f of others.filter((o) => o.mime === 'application/pdf')) {
      const content = Buffer.from(await f.create()).toString('latin1')
      const table = Number(/startxref\n(\d+)/.exec(content)?.[1])
      expect(content.slice(table, table + 4)).toBe('xref')
      const offsets = [...content.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map((m) =>
        Number(m[1]),
      )
      offsets.forEach((at, i) => {
        expect(content.slice(at).startsWith(`${i + 1} 0 obj`)).toBe(true)
      })
    }
  })

  test('an archive ends with a directory of all members', async () => {
    const bytes = Buffer.from(
      await zip([
        { name: 'a.txt', bytes: new Uint8Array(1000) },
        { name: '二.txt', bytes: new Uint8Array([1, 2, 3]) },
      ]),
    )
    const end = bytes.length - 22
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
    expect(bytes.readUInt16LE(end + 10)).toBe(2)
    const directory = bytes.readUInt32LE(end + 16)
    expect(bytes.readUInt32LE(directory)).toBe(0x02014b50)
    expect(directory + bytes.readUInt32LE(end + 12)).toBe(end)
  })
})

describe('sample pictures', () => {
  test('every picture says its own type and carries what a camera writes', () => {
    const shots = ownerFiles.filter((f) => f.mime === 'image/jpeg')
    expect(shots.length).toBeGreaterThan(18)
    for (const shot of shots) {
      expect(shot.metadata?.['exif:camera_model']).toBeTruthy()
      expect(Number.isNaN(Date.parse(shot.metadata?.['exif:taken_at'] ?? ''))).toBe(false)
    }
  })

  test('together the files take no more than 3 MB', async () => {
    let total = 0
    for (const picture of pictures) total += (await readPicture(picture)).length
    expect(total).toBeLessThanOrEqual(3_000_000)
  })

  test.each(pictures)(
    '%s is 1600 pixels long, unless it is a poster, and has many tones',
    async (picture) => {
      const image = sharp(await readPicture(picture))
      const { format, width, height } = await image.metadata()
      expect(format).toBe('webp')
      if (pictureMime(picture) === 'image/jpeg') expect(Math.max(width, height)).toBe(1600)
      const [channel] = (await image.greyscale().stats()).channels
      expect(channel?.stdev).toBeGreaterThan(8)
      expect(channel?.mean).toBeGreaterThan(12)
    },
  )

  test.each(['sea-sunset', 'stairs', 'poster-key'] as const)(
    '%s is encoded in the format of its type, no larger than asked for',
    async (picture) => {
      const { format, width, height } = await sharp(await encodePicture(picture, 480)).metadata()
      expect(`image/${format}`).toBe(pictureMime(picture))
      expect(Math.max(width, height)).toBe(480)
    },
  )

  test('no name promises another format than the file has', () => {
    const mimes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png' }
    const named = [...ownerFiles, ...trashFiles].filter(({ mime }) => isPicture(mime))
    expect(named.length).toBeGreaterThan(30)
    for (const { path, mime } of named) {
      const name = path.at(-1) ?? ''
      expect(mimes[name.slice(name.lastIndexOf('.') + 1)], name).toBe(mime)
    }
  })
})
