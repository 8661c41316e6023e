// @ts-check
/* A process of its own that draws thumbnails of pictures from users, started by thumbnail-processes.ts. It is plain
   JavaScript because Node 20 cannot run TypeScript, and a built service starts it from the sources. A picture arrives as
   pieces of its bytes and then 'end'; the answer is { thumb } or { fault }. */
import sharp from 'sharp'

/** Pixels of the largest picture; these formats are decoded as a whole, with several times their bytes. */
const maxPixels = 100_000_000
const maxPixelsOf = /** @type {Record<string, number>} */ ({
  jpeg: maxPixels,
  png: maxPixels,
  webp: maxPixels,
  gif: 25_000_000,
  heif: 25_000_000,
  tiff: 25_000_000,
})

const [width = 0, height = 0, maxMemory = 0] = process.argv.slice(2).map(Number)

// No picture is read twice, and sharp's cache grows to gigabytes with large ones.
sharp.cache(false)

/** Ends this process at once: an orderly end would wait for the decoder. */
const end = () => void process.kill(process.pid, 'SIGKILL')

/** @param {Uint8Array} content */
async function draw(content) {
  const picture = sharp(content, { limitInputPixels: maxPixels })
  const { format, width: sourceWidth, height: sourceHeight } = await picture.metadata()
  // SVG is excluded, whatever the extension says, because its renderer follows references.
  const limit = maxPixelsOf[format]
  if (limit === undefined) throw new Error(`${format} is not supported`)
  if (sourceWidth * sourceHeight > limit) throw new Error(`more than ${limit} pixels`)
  return picture
    .rotate()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
}

/** @type {Uint8Array[]} */
const pieces = []

/** @param {unknown} message */
async function receive(message) {
  if (message instanceof Uint8Array) {
    pieces.push(message)
    return
  }
  const content = Buffer.concat(pieces.splice(0))
  // The service looks from outside, where the system lets it; elsewhere this is the only limit.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > maxMemory) end()
  }, 50)
  try {
    process.send?.({ thumb: await draw(content) })
  } catch (error) {
    process.send?.({ fault: error instanceof Error ? error.message : 'not a picture' })
  } finally {
    clearInterval(watch)
  }
}

process.on('message', (message) => void receive(message))
process.on('disconnect', end)
// The terminal sends these to all processes; the service ends this one itself.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.send?.('ready')
