import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { sampleFiles } from '#src/server/world/contents.ts'
import { zip } from '#src/server/world/documents.ts'
import { drawPicture, pictureMime, pictureSize, scenes } from '#src/server/world/pictures.ts'

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
    for (const { path } of sampleFiles) {
      for (const name of path) {
        expect(bytesOf(name), name).toBeGreaterThanOrEqual(1)
        expect(bytesOf(name), name).toBeLessThanOrEqual(255)
        expect(forbidden.test(name), name).toBe(false)
      }
    }
  })

  test('are unique, also when normalised', () => {
    const paths = sampleFiles.map((f) => f.path.join('/').normalize('NFC'))
    expect(new Set(paths).size).toBe(paths.length)
    const folders = new Set(
      sampleFiles.flatMap((f) =>
        f.path.slice(0, -1).map((_, i) => f.path.slice(0, i + 1).join('/')),
      ),
    )
    expect(paths.filter((path) => folders.has(path))).toEqual([])
  })

  test('include one of exactly 255 bytes, one turned around and one of two lines', () => {
    const names = sampleFiles.map((f) => f.path.at(-1) ?? '')
    expect(names.filter((name) => bytesOf(name) === 255)).toHaveLength(1)
    expect(names.some((name) => name.includes('\u202e'))).toBe(true)
    expect(names.some((name) => name.includes('\n'))).toBe(true)
    expect(names.some((name) => name !== name.normalize('NFC'))).toBe(true)
  })
})

describe('sample bytes', () => {
  const others = sampleFiles.filter((f) => !isPicture(f.mime))

  test.each(others.map((f) => [f.path.join('/'), f] as const))(
    '%s has the bytes of its type',
    async (_, f) => {
      const bytes = await f.make()
      const start = magic[f.mime]
      if (start !== undefined) expect(head(bytes, start.length)).toBe(start)
      else if (f.mime === 'video/mp4') expect(head(bytes.subarray(4), 4)).toBe('ftyp')
      else if (f.mime === 'application/json')
        expect(() => JSON.parse(Buffer.from(bytes).toString()) as unknown).not.toThrow()
      else expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toThrow()
    },
  )

  test('stay small without the pictures', async () => {
    let total = 0
    for (const f of others) total += (await f.make()).length
    expect(total).toBeLessThan(4_000_000)
  })

  test('PDF tables point at their objects', async () => {
    for (const f of others.filter((o) => o.mime === 'application/pdf')) {
      const content = Buffer.from(await f.make()).toString('latin1')
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

  test('an archive ends with a directory of all members', () => {
    const bytes = Buffer.from(
      zip([
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
    const shots = sampleFiles.filter((f) => f.mime === 'image/jpeg')
    expect(shots.length).toBeGreaterThan(18)
    for (const shot of shots) {
      expect(shot.metadata?.['exif:camera_model']).toBeTruthy()
      expect(Number.isNaN(Date.parse(shot.metadata?.['exif:taken_at'] ?? ''))).toBe(false)
    }
  })

  test.each(['sea-sunset', 'harbour', 'stairs', 'poster-key'] as const)(
    '%s decodes at its size and is drawn alike twice',
    async (scene) => {
      const first = await drawPicture(scene, 480)
      const size = pictureSize(scene, 480)
      const { data, info } = await sharp(first).raw().toBuffer({ resolveWithObject: true })
      expect(data.length).toBeGreaterThan(0)
      expect([info.width, info.height]).toEqual([size.width, size.height])
      expect((await sharp(first).metadata()).format).toBe(pictureMime(scene).slice('image/'.length))
      expect(Buffer.from(await drawPicture(scene, 480)).equals(Buffer.from(first))).toBe(true)
    },
  )

  test('no scene has a hole in it', async () => {
    // A number that is not one turns pixels black; a real picture has many tones.
    for (const scene of scenes) {
      const stats = await sharp(await drawPicture(scene, 240))
        .greyscale()
        .stats()
      const channel = stats.channels[0]
      expect(channel?.stdev, scene).toBeGreaterThan(8)
      expect(channel?.mean, scene).toBeGreaterThan(12)
    }
  }, 30_000)
})
