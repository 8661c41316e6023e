import { randomInt } from 'node:crypto'

/**
 * Letters as strokes, so that no system font is needed. Digits are x (0–4) and y (0–6) on a grid, a space continues a
 * stroke and `|` begins the next one. Letters that are easily mistaken for one another are left out.
 */
const glyphs: Readonly<Record<string, string>> = {
  A: '06 20 46|14 34',
  C: '41 30 10 01 05 16 36 45',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  T: '00 40|20 26',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  3: '00 40 22 32 43 45 36 16 05',
  4: '36 30 04 44',
  7: '00 40 16',
  9: '42 33 13 02 01 10 30 41 42 46',
}
/** The letters that a captcha may consist of. */
export const captchaLetters: readonly string[] = Object.keys(glyphs)

const width = 200
const height = 72
const margin = 12

type Point = readonly [x: number, y: number]
const randomBetween = (low: number, high: number) => low + (randomInt(1001) / 1000) * (high - low)

/** Points along a straight line, close enough together for the wave to bend it. */
function subdivide([x0, y0]: Point, [x1, y1]: Point): Point[] {
  const steps = 8
  return Array.from({ length: steps + 1 }, (_, step) => [
    x0 + ((x1 - x0) * step) / steps,
    y0 + ((y1 - y0) * step) / steps,
  ])
}

/** A random wave that displaces every point of the picture. */
function randomWave(): (point: Point) => Point {
  const amplitude = randomBetween(3, 5)
  const frequency = randomBetween(0.03, 0.05)
  const phase = randomBetween(0, 6)
  return ([x, y]) => [
    x + 2 * Math.sin(y * 0.09 + phase),
    y + amplitude * Math.sin(x * frequency + phase),
  ]
}

/** The strokes of one letter, tilted and scaled at random, around `center`. */
function strokesOf(letter: string, [centerX, centerY]: Point): Point[][] {
  const tilt = randomBetween(-0.25, 0.25)
  const size = randomBetween(0.92, 1.1)
  return (glyphs[letter] ?? '').split('|').map((stroke) =>
    stroke.split(' ').map((pair): Point => {
      const [x, y] = [(Number(pair[0]) - 2) * 5 * size, (Number(pair[1]) - 3) * 6 * size]
      return [
        centerX + x * Math.cos(tilt) - y * Math.sin(tilt),
        centerY + x * Math.sin(tilt) + y * Math.cos(tilt),
      ]
    }),
  )
}

function pathData(points: readonly Point[], bend: (point: Point) => Point): string {
  const bent = points
    .slice(1)
    .flatMap((to, index) => subdivide(points[index] ?? to, to))
    .map(bend)
  return `M${bent.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
}

/** The letters of a captcha as an SVG of 200 × 72 pixels: paths only, crossed by three thin lines. */
function captchaSvg(text: string): string {
  const bend = randomWave()
  const advance = (width - 2 * margin) / text.length
  const letters = text
    .split('')
    .flatMap((letter, index) =>
      strokesOf(letter, [margin + advance * (index + 0.5), height / 2 + randomBetween(-4, 4)]),
    )
  const lines = Array.from({ length: 3 }, (): Point[] => [
    [0, randomBetween(10, height - 10)],
    [width, randomBetween(10, height - 10)],
  ])
  const path = (strokes: Point[][], strokeWidth: number) =>
    `<path d="${strokes.map((points) => pathData(points, bend)).join('')}" stroke-width="${strokeWidth}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g fill="none" stroke="#323232" stroke-linecap="round" stroke-linejoin="round">${path(letters, 3.8)}${path(lines, 1.2)}</g></svg>`
}

/** {@link captchaSvg} as a PNG, from which the letters cannot be read without looking at it. */
export async function drawCaptcha(text: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(captchaSvg(text)))
    .greyscale()
    .png()
    .toBuffer()
}
