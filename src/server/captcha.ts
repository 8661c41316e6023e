import { randomInt, randomUUID } from 'node:crypto'
import type { Captcha } from '#src/contract/site.ts'
import { encodeGreyPng } from './png.ts'

/** Pictures to read: each good for one try, for 10 minutes. */
export type Captchas = {
  draw(): Captcha
  /** Whether `text` is what the ticket's picture shows; the ticket is gone afterwards. */
  solve(ticket: string, text: string): boolean
  /** What a ticket's picture shows; for those who run the service in process. */
  textOf(ticket: string): string | undefined
}

/** Strokes on a grid of 4 by 6; letters that are mistaken for one another are left out. */
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
const letters = Object.keys(glyphs)
const width = 200
const height = 72
const lifetime = 600_000

type Point = readonly [x: number, y: number]
const between = (low: number, high: number) => low + (randomInt(1001) / 1000) * (high - low)

function drawLine(ink: Float32Array, [x0, y0]: Point, [x1, y1]: Point, radius: number): void {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const long = dx * dx + dy * dy || 1
  const reach = radius + 1
  const [left, right] = [Math.floor(Math.min(x0, x1) - reach), Math.ceil(Math.max(x0, x1) + reach)]
  const [top, bottom] = [Math.floor(Math.min(y0, y1) - reach), Math.ceil(Math.max(y0, y1) + reach)]
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++) {
    for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x++) {
      const along = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / long))
      const distance = Math.hypot(x - x0 - along * dx, y - y0 - along * dy)
      const shade = Math.max(0, Math.min(1, radius + 0.5 - distance))
      const at = y * width + x
      ink[at] = Math.max(ink[at] ?? 0, shade)
    }
  }
}

function drawText(text: string): Buffer {
  const ink = new Float32Array(width * height)
  const [swing, wave, phase] = [between(3, 5), between(0.03, 0.05), between(0, 6)]
  const bend = ([x, y]: Point): Point => [
    x + 2 * Math.sin(y * 0.09 + phase),
    y + swing * Math.sin(x * wave + phase),
  ]
  const curve = (from: Point, to: Point, radius: number) => {
    let last = bend(from)
    for (let step = 1; step <= 8; step++) {
      const share = step / 8
      const next = bend([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
      drawLine(ink, last, next, radius)
      last = next
    }
  }
  const advance = (width - 24) / text.length
  for (const [index, letter] of text.split('').entries()) {
    const tilt = between(-0.25, 0.25)
    const size = between(0.92, 1.1)
    const [middleX, middleY] = [12 + advance * (index + 0.5), height / 2 + between(-4, 4)]
    for (const stroke of (glyphs[letter] ?? '').split('|')) {
      const points = stroke.split(' ').map((pair): Point => {
        const [x, y] = [(Number(pair[0]) - 2) * 5 * size, (Number(pair[1]) - 3) * 6 * size]
        return [
          middleX + x * Math.cos(tilt) - y * Math.sin(tilt),
          middleY + x * Math.sin(tilt) + y * Math.cos(tilt),
        ]
      })
      for (let end = 1; end < points.length; end++) {
        const [from, to] = [points[end - 1], points[end]]
        if (from && to) curve(from, to, 1.9)
      }
    }
  }
  for (let line = 0; line < 3; line++) {
    curve([0, between(10, height - 10)], [width, between(10, height - 10)], 0.5)
  }
  const pixels = Uint8Array.from(ink, (shade) => 255 - Math.round(shade * 205))
  return encodeGreyPng(pixels, width, height)
}

export function createCaptchas(now: () => number, maxOpen = 10_000): Captchas {
  const open = new Map<string, { text: string; expires: number }>()
  const textOf = (ticket: string) => {
    const captcha = open.get(ticket)
    return captcha && captcha.expires > now() ? captcha.text : undefined
  }
  return {
    draw() {
      const text = Array.from({ length: 5 }, () => letters[randomInt(letters.length)] ?? 'A').join(
        '',
      )
      const ticket = randomUUID()
      open.set(ticket, { text, expires: now() + lifetime })
      if (open.size > maxOpen) {
        const [oldest] = open.keys()
        if (oldest !== undefined) open.delete(oldest)
      }
      return { image: `data:image/png;base64,${drawText(text).toString('base64')}`, ticket }
    },
    solve(ticket, text) {
      const wanted = textOf(ticket)
      open.delete(ticket)
      return wanted !== undefined && text.trim().toUpperCase() === wanted
    },
    textOf,
  }
}
