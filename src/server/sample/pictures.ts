import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Names of the photographs in `pictures/`, 1600 pixels along their longer side. */
const photographs = [
  'misty-mountains',
  'fjord-cabins',
  'northern-lights',
  'sea-sunset',
  'dunes',
  'birch-forest',
  'skyline',
  'milky-way',
  'lighthouse',
  'tea-terraces',
  'lake-reflection',
  'storm',
  'lavender',
  'moon-over-water',
  'drone-fjord',
  'harbour',
  'still-life',
  'stairs',
  'city-rain',
  'snow-peaks',
] as const
/** Names of the flat designs there; they are lossless. */
const posters = ['poster-sun', 'poster-waves', 'poster-key'] as const

export type Photograph = (typeof photographs)[number]
export type Poster = (typeof posters)[number]
export type Picture = Photograph | Poster
export const pictures: readonly Picture[] = [...photographs, ...posters]

const isPoster = (picture: Picture): boolean => (posters as readonly string[]).includes(picture)

/** Posters are PNG, because sharp edges suffer in JPEG; photographs are JPEG. */
export const pictureMime = (picture: Picture): 'image/jpeg' | 'image/png' =>
  isPoster(picture) ? 'image/png' : 'image/jpeg'

/** The folder of the files: beside this module, or in the sources when the module is in `dist/server/main.js`. */
const folder = ['./pictures/', '../../src/server/sample/pictures/']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url))

/**
 * The WebP file of a picture.
 * @throws when the file is missing, as in a bundle without the sources that it was built from
 */
export async function readPicture(picture: Picture): Promise<Uint8Array> {
  if (folder === undefined) throw new Error('The folder src/server/sample/pictures is missing')
  return readFile(new URL(`${picture}.webp`, folder))
}

/** A picture in the format of {@link pictureMime}, its longer side at most `maxSize` pixels. */
export async function encodePicture(picture: Picture, maxSize: number): Promise<Uint8Array> {
  // Loaded on demand: a service whose data exists starts faster without it.
  const { default: sharp } = await import('sharp')
  const image = sharp(await readPicture(picture)).resize(maxSize, maxSize, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  return isPoster(picture) ? image.png().toBuffer() : image.jpeg({ quality: 82 }).toBuffer()
}
