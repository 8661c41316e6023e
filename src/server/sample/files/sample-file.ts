import { melody } from '#src/server/sample/formats/media.ts'
import { text } from '#src/server/sample/formats/text.ts'
import { encodePicture, pictureMime } from '#src/server/sample/pictures.ts'
import type { Photograph, Poster } from '#src/server/sample/pictures.ts'

/** One file of the sample data: its path, and how to create its contents. */
export type SampleFile = {
  path: string[]
  create: () => Promise<Uint8Array> | Uint8Array
  mime: string
  /** Age in days when the sample data is created. Fractions are parts of a day. */
  daysAgo: number
  metadata?: Record<string, string>
}

export const wordMime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const excelMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A file in a folder, whose names are joined by slashes. */
export function file(
  folder: string,
  name: string,
  mime: string,
  daysAgo: number,
  create: SampleFile['create'],
): SampleFile {
  return { path: [...(folder === '' ? [] : folder.split('/')), name], create, mime, daysAgo }
}

export const textFile = (
  folder: string,
  name: string,
  mime: string,
  daysAgo: number,
  content: string,
): SampleFile => file(folder, name, mime, daysAgo, () => text(content))

/** What a camera writes about a picture: aperture, ISO, focal length in mm, exposure time and moment. */
type Shot = {
  camera: readonly [make: string, model: string]
  f: string
  iso: number
  mm: number
  seconds: string
  at: string
}

/** The photographs that are higher than wide. */
const upright: ReadonlySet<Photograph> = new Set(['birch-forest', 'city-rain', 'stairs'])

export const fuji = ['FUJIFILM', 'X-T5'] as const
export const sony = ['SONY', 'ILCE-7M4'] as const
export const ricoh = ['RICOH IMAGING COMPANY, LTD.', 'GR III'] as const
export const drone = ['DJI', 'FC3582'] as const

/** A photograph, its longer side at most `size` pixels. */
export function photo(
  folder: string,
  name: string,
  picture: Photograph,
  daysAgo: number,
  shot: Shot,
  size = 1600,
): SampleFile {
  const isUpright = upright.has(picture)
  const metadata: Record<string, string> = {
    'exif:camera_make': shot.camera[0],
    'exif:camera_model': shot.camera[1],
    'exif:f': shot.f,
    'exif:iso': String(shot.iso),
    'exif:focal_length': String(shot.mm),
    'exif:exposure_time': shot.seconds,
    'exif:taken_at': shot.at,
    [isUpright ? 'exif:y' : 'exif:x']: String(size),
    [isUpright ? 'exif:x' : 'exif:y']: String(Math.round((size * 1067) / 1600)),
  }
  const create = () => encodePicture(picture, size)
  return { ...file(folder, name, pictureMime(picture), daysAgo, create), metadata }
}

/** A flat design, its longer side at most `size` pixels. */
export const poster = (
  folder: string,
  name: string,
  picture: Poster,
  daysAgo: number,
  size = 1600,
): SampleFile =>
  file(folder, name, pictureMime(picture), daysAgo, () => encodePicture(picture, size))

/** A tune in the folder of its album. */
export function song(
  name: string,
  title: string,
  artist: string,
  album: string,
  seconds: number,
  seed: number,
  daysAgo: number,
): SampleFile {
  return {
    ...file(`Music/${album}`, name, 'audio/wav', daysAgo, () => melody(seconds, seed)),
    metadata: {
      'music:title': title,
      'music:artist': artist,
      'music:album': album,
      'stream:duration': String(seconds),
    },
  }
}
