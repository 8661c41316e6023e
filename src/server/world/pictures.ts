import type { Sharp } from 'sharp'

/** Everything the sample world can photograph (or, for the last few, design). */
export const scenes = [
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
  'poster-sun',
  'poster-waves',
  'poster-key',
] as const

/** The name of one picture. */
export type Scene = (typeof scenes)[number]

type Colour = readonly [number, number, number]
type Shader = (u: number, v: number, out: Float32Array) => void

const portrait: ReadonlySet<Scene> = new Set(['birch-forest', 'stairs', 'city-rain'])
const flat: ReadonlySet<Scene> = new Set(['poster-sun', 'poster-waves', 'poster-key'])

/** The size a scene is drawn at. For portraits `width` is the long side, so weights stay alike. */
export function pictureSize(scene: Scene, width = 1600): { width: number; height: number } {
  if (flat.has(scene)) {
    return scene === 'poster-key'
      ? { width: Math.round(width * 0.75), height: Math.round(width * 0.75) }
      : { width: Math.round(width * 0.7), height: Math.round(width * 0.99) }
  }
  const short = Math.round(width / 1.5)
  return portrait.has(scene) ? { width: short, height: width } : { width, height: short }
}

/** Flat designs are PNG, because sharp edges suffer in JPEG; photographs are JPEG. */
export function pictureMime(scene: Scene): 'image/jpeg' | 'image/png' {
  return flat.has(scene) ? 'image/png' : 'image/jpeg'
}

// ---------------------------------------------------------------------------------------------
// Numbers

function seedOf(text: string): number {
  let seed = 2166136261
  for (let i = 0; i < text.length; i++) seed = Math.imul(seed ^ text.charCodeAt(i), 16777619)
  return seed >>> 0
}

function random(seed: number): () => number {
  let a = seed | 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

// One lattice serves every scene; scenes differ by where on it they look.
const lattice = new Float32Array(65536)
{
  const next = random(7)
  for (let i = 0; i < 65536; i++) lattice[i] = next()
}

function noise(x: number, y: number): number {
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  let fx = x - xi
  let fy = y - yi
  fx = fx * fx * (3 - 2 * fx)
  fy = fy * fy * (3 - 2 * fy)
  const top = (yi & 255) << 8
  const low = ((yi + 1) & 255) << 8
  const left = xi & 255
  const right = (xi + 1) & 255
  const a = lattice[top | left]!
  const b = lattice[low | left]!
  const ab = a + (lattice[top | right]! - a) * fx
  return ab + (b + (lattice[low | right]! - b) * fx - ab) * fy
}

/** Fractal noise about 0..1. Each octave is turned, or the lattice would show as a grid. */
function fbm(x: number, y: number, octaves: number): number {
  let sum = 0
  let gain = 0.5
  let total = 0
  for (let i = 0; i < octaves; i++) {
    sum += gain * noise(x, y)
    total += gain
    gain *= 0.5
    const turned = 1.62 * x - 1.19 * y + 17.3
    y = 1.19 * x + 1.62 * y + 5.1
    x = turned
  }
  return sum / total
}

/** Fractal noise with creases: crests of mountains and dunes. */
function ridged(x: number, y: number, octaves: number): number {
  let sum = 0
  let gain = 0.5
  let carry = 1
  for (let i = 0; i < octaves; i++) {
    let n = 1 - Math.abs(2 * noise(x, y) - 1)
    n *= n
    sum += n * gain * carry
    carry = Math.min(1, n * 1.6)
    gain *= 0.5
    const turned = 1.62 * x - 1.19 * y + 31.7
    y = 1.19 * x + 1.62 * y + 11.9
    x = turned
  }
  return sum
}

const clamp = (x: number): number => (x < 0 ? 0 : x > 1 ? 1 : x)
const fract = (x: number): number => x - Math.floor(x)
const mix = (a: number, b: number, t: number): number => a + (b - a) * t
function smooth(a: number, b: number, x: number): number {
  const t = clamp((x - a) / (b - a))
  return t * t * (3 - 2 * t)
}
const rgb = (hex: number): Colour => [
  (hex >> 16) / 255,
  ((hex >> 8) & 255) / 255,
  (hex & 255) / 255,
]
const blend = (a: Colour, b: Colour, t: number): Colour => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
]
function set(out: Float32Array, c: Colour): void {
  out[0] = c[0]
  out[1] = c[1]
  out[2] = c[2]
}
function toward(out: Float32Array, c: Colour, t: number): void {
  out[0]! += (c[0] - out[0]!) * t
  out[1]! += (c[1] - out[1]!) * t
  out[2]! += (c[2] - out[2]!) * t
}
function add(out: Float32Array, c: Colour, t: number): void {
  out[0]! += c[0] * t
  out[1]! += c[1] * t
  out[2]! += c[2] * t
}

/** A gradient as a function of 0..1, eased between its stops. */
function ramp(
  ...stops: readonly (readonly [number, number])[]
): (t: number, out: Float32Array) => void {
  const table = new Float32Array(257 * 3)
  for (let i = 0; i <= 256; i++) {
    const t = i / 256
    let k = 0
    while (k < stops.length - 2 && t > stops[k + 1]![0]) k++
    const [from, a] = stops[k]!
    const [to, b] = stops[k + 1]!
    table.set(
      blend(rgb(a), rgb(b), smooth(from, to, t) * 0.5 + clamp((t - from) / (to - from)) * 0.5),
      i * 3,
    )
  }
  return (t, out) => {
    const at = clamp(t) * 255.999
    const i = Math.floor(at)
    const f = at - i
    for (let k = 0; k < 3; k++) {
      const a = table[i * 3 + k]!
      out[k] = a + (table[i * 3 + 3 + k]! - a) * f
    }
  }
}

// ---------------------------------------------------------------------------------------------
// The plate: what the light falls on

type Plate = { w: number; h: number; s: number; px: Float32Array; solid: Uint8Array }

function plate(w: number, h: number): Plate {
  return {
    w,
    h,
    s: Math.max(w, h) / 1600,
    px: new Float32Array(w * h * 3),
    solid: new Uint8Array(w * h),
  }
}

function dot(p: Plate, x: number, y: number, c: Colour, alpha: number): void {
  if (x < 0 || y < 0 || x >= p.w || y >= p.h || alpha <= 0) return
  const i = (y * p.w + x) * 3
  const px = p.px
  px[i]! += (c[0] - px[i]!) * alpha
  px[i + 1]! += (c[1] - px[i + 1]!) * alpha
  px[i + 2]! += (c[2] - px[i + 2]!) * alpha
}

/** Runs a shader on every `step`th pixel between two heights and fills in between. */
function paint(p: Plate, from: number, to: number, step: number, shader: Shader): void {
  const { w, h, px } = p
  const y0 = Math.max(0, Math.floor(from * h))
  const y1 = Math.min(h, Math.ceil(to * h))
  const out = new Float32Array(3)
  if (step === 1) {
    for (let y = y0; y < y1; y++) {
      for (let x = 0, i = y * w * 3; x < w; x++, i += 3) {
        out[0] = px[i]!
        out[1] = px[i + 1]!
        out[2] = px[i + 2]!
        shader(x / w, y / h, out)
        px[i] = out[0]
        px[i + 1] = out[1]
        px[i + 2] = out[2]
      }
    }
    return
  }
  const columns = Math.ceil(w / step) + 1
  let above = new Float32Array(columns * 3)
  let below = new Float32Array(columns * 3)
  const line = (y: number, into: Float32Array): void => {
    for (let c = 0; c < columns; c++) {
      shader((c * step) / w, y / h, out)
      into.set(out, c * 3)
    }
  }
  line(y0, below)
  for (let y = y0; y < y1; y += step) {
    ;[above, below] = [below, above]
    line(y + step, below)
    for (let dy = 0; dy < step && y + dy < y1; dy++) {
      const ty = dy / step
      for (let x = 0, i = (y + dy) * w * 3; x < w; x++, i += 3) {
        const at = x / step
        const c = Math.floor(at)
        const tx = at - c
        for (let k = 0; k < 3; k++) {
          const j = c * 3 + k
          const a = above[j]! + (above[j + 3]! - above[j]!) * tx
          const b = below[j]! + (below[j + 3]! - below[j]!) * tx
          px[i + k] = a + (b - a) * ty
        }
      }
    }
  }
}

/** A soft or hard round light added to the plate. `edge` 0 is a glow, 1 a disc. */
function glow(
  p: Plate,
  u: number,
  v: number,
  radius: number,
  c: Colour,
  power: number,
  edge = 0,
): void {
  const cx = u * p.w
  const cy = v * p.h
  const r = radius * p.s
  const reach = edge > 0 ? r + 2 : r * 3
  for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(p.h, cy + reach); y++) {
    for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(p.w, cx + reach); x++) {
      const d = Math.hypot(x - cx, y - cy)
      const a = edge > 0 ? smooth(r + 1, r - 1.5, d) : Math.exp((-d * d) / (r * r))
      const i = (y * p.w + x) * 3
      p.px[i]! += c[0] * a * power
      p.px[i + 1]! += c[1] * a * power
      p.px[i + 2]! += c[2] * a * power
    }
  }
}

function stars(p: Plate, next: () => number, count: number, bottom: number, power: number): void {
  for (let i = 0; i < count; i++) {
    const x = next() * p.w
    const y = next() * bottom * p.h
    const bright = next() ** 7 * 1.1 + 0.1
    const warm = next()
    const c: Colour = [0.85 + warm * 0.15, 0.9, 1 - warm * 0.18]
    const r = (0.55 + bright * 1.0) * p.s
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        const px = Math.floor(x) + dx
        const py = Math.floor(y) + dy
        if (px < 0 || py < 0 || px >= p.w || py >= p.h) continue
        const d2 = (px - x) ** 2 + (py - y) ** 2
        const a = Math.exp(-d2 / (r * r)) * bright * power
        const j = (py * p.w + px) * 3
        p.px[j]! += c[0] * a
        p.px[j + 1]! += c[1] * a
        p.px[j + 2]! += c[2] * a
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------
// Land: a height field seen in perspective

type Land = {
  near: number
  far: number
  tan: number
  horizon: number
  eye: number
  height: (x: number, z: number) => number
  /** Where the sun stands: `side` 1 is right. Its light travels exactly along x. */
  side: 1 | -1
  elevation: number
  shadow: number
  colour: (
    out: Float32Array,
    x: number,
    z: number,
    h: number,
    up: number,
    light: number,
    slopeX: number,
  ) => void
  haze: (out: Float32Array, z: number, h: number) => void
  /** Ground below this height is left to the water. */
  level?: number
  depthSteps?: number
  columnStep?: number
}

function land(p: Plate, o: Land): void {
  const { w, h, px, solid } = p
  const step = o.columnStep ?? 2
  const columns = Math.ceil(w / step) + 2
  const depths = o.depthSteps ?? 420
  const heights = new Float32Array(columns * depths)
  const screen = new Float32Array(columns * depths)
  const colours = new Float32Array(columns * depths * 3)
  const zs = new Float32Array(depths)
  const focal = w / 2 / o.tan
  const middle = o.horizon * h
  const level = o.level ?? -1e9
  const out = new Float32Array(3)
  for (let v = 0; v < depths; v++) {
    const z = o.near * (o.far / o.near) ** (v / (depths - 1))
    zs[v] = z
    for (let c = 0; c < columns; c++) {
      const x = (((c * step) / w) * 2 - 1) * o.tan * z
      const y = o.height(x, z)
      heights[v * columns + c] = y
      screen[v * columns + c] = middle - ((y - o.eye) * focal) / z
    }
  }
  for (let v = 0; v < depths; v++) {
    const z = zs[v]!
    const dx = (2 * o.tan * z * step) / w
    const row = v * columns
    const ahead = Math.min(depths - 1, v + 1) * columns
    const behind = Math.max(0, v - 1) * columns
    const dz = zs[Math.min(depths - 1, v + 1)]! - zs[Math.max(0, v - 1)]!
    let ray = -1e9
    for (let k = 0; k < columns; k++) {
      const c = o.side === 1 ? columns - 1 - k : k
      const y = heights[row + c]!
      ray = Math.max(ray - o.elevation * dx, y)
      if (y < level - 0.5) continue
      const left = Math.max(0, c - 1)
      const right = Math.min(columns - 1, c + 1)
      const sx = (heights[row + right]! - heights[row + left]!) / (dx * (right - left))
      const drift = (((c * step) / w) * 2 - 1) * o.tan
      const sz = (heights[ahead + c]! - heights[behind + c]!) / dz - sx * drift
      const long = 1 / Math.sqrt(1 + sx * sx + sz * sz)
      const tilt = 1 / Math.sqrt(1 + o.elevation * o.elevation + 0.06)
      let light = (-sx * o.side + o.elevation + sz * 0.25) * long * tilt
      light = Math.max(0, light) * (1 - smooth(0, o.shadow, ray - y))
      const x = drift * z
      o.colour(out, x, z, y, long, light, sx * o.side)
      o.haze(out, z, y)
      colours.set(out, (row + c) * 3)
    }
  }
  // Far to near, so that the edge of a ridge can be blended with what lies behind it.
  for (let x = 0; x < w; x++) {
    const c = Math.floor(x / step)
    const t = x / step - c
    for (let v = depths - 1; v > 0; v--) {
      const back = v * columns + c
      const front = back - columns
      const hb = heights[back]!
      if (hb < level && heights[front]! < level) continue
      const top = screen[back]! + (screen[back + 1]! - screen[back]!) * t
      const low = screen[front]! + (screen[front + 1]! - screen[front]!) * t
      if (low <= top) continue
      const first = Math.max(0, Math.floor(top))
      const last = Math.min(h - 1, Math.ceil(low))
      const span = 1 / (low - top)
      const b = back * 3
      const f = front * 3
      for (let y = first; y <= last; y++) {
        const k = clamp((y - top) * span)
        const cover = y < top ? 1 - (top - y) : 1
        const i = (y * w + x) * 3
        for (let n = 0; n < 3; n++) {
          const cb = colours[b + n]! + (colours[b + 3 + n]! - colours[b + n]!) * t
          const cf = colours[f + n]! + (colours[f + 3 + n]! - colours[f + n]!) * t
          px[i + n]! += (cb + (cf - cb) * k - px[i + n]!) * cover
        }
        solid[y * w + x] = 1
      }
    }
  }
}

type Water = {
  horizon: number
  /** How far ripples throw the reflection, as a share of the height. */
  throwY: number
  scale: number
  deep: Colour
  /** Share of the mirror at the horizon and at the bottom. */
  mirror: readonly [number, number]
  squeeze?: number
  glint?: { u: number; colour: Colour; power: number; spread: number; sharp: number }
  foam?: number
  to?: number
}

function water(p: Plate, o: Water): void {
  const { w, h, px, solid } = p
  const y0 = Math.ceil(o.horizon * h)
  const y1 = Math.floor((o.to ?? 1) * h)
  const squeeze = o.squeeze ?? 1
  for (let y = y0; y < y1; y++) {
    const t = (y - y0 + 0.7) / (h - y0)
    const depth = 1 / (t + 0.012)
    const shine = mix(o.mirror[0], o.mirror[1], Math.sqrt(t))
    const wide = depth * o.scale
    const along = depth * o.scale * 2.2
    // Far waves are smaller than a pixel: they only smear.
    const calm = smooth(0, 0.12, t) * 0.6 + 0.4
    for (let x = 0; x < w; x++) {
      if (solid[y * w + x]) continue
      const u = ((x / w - 0.5) * w) / h
      const wx = u * wide
      const n =
        noise(wx * 9 + along * 0.6, along * 13) * 0.52 +
        noise(wx * 23 - 40, along * 31 + wx * 4) * 0.3 +
        noise(wx * 61 + 9, along * 77 - wx * 9) * 0.18
      const slope = n - 0.5
      let sy = y0 - 1 - (y - y0) * squeeze + slope * o.throwY * h * calm
      if (sy >= y0) sy = 2 * y0 - 1 - sy
      sy = sy < 0 ? 0 : sy
      let sx = x + slope * o.throwY * h * 0.16
      sx = sx < 0 ? 0 : sx >= w ? w - 1 : sx
      const yi = Math.floor(sy)
      const fy = sy - yi
      const j = (yi * w + Math.floor(sx)) * 3
      const j2 = yi + 1 < y0 ? j + w * 3 : j
      const i = (y * w + x) * 3
      const m = clamp(shine - slope * 0.5 * calm)
      let glint = 0
      if (o.glint) {
        const off = (x / w - o.glint.u) / (o.glint.spread * (0.35 + t * 1.3))
        glint =
          Math.exp(-off * off) *
          o.glint.power *
          Math.max(0, n * 1.55 - 0.1 - Math.abs(off) * 0.1) ** o.glint.sharp
      }
      for (let k = 0; k < 3; k++) {
        const r = px[j + k]! + (px[j2 + k]! - px[j + k]!) * fy
        px[i + k] = o.deep[k]! + (r - o.deep[k]!) * m + glint * (o.glint?.colour[k] ?? 0)
      }
      if (o.foam) {
        const crest = smooth(1 - o.foam, 1.02 - o.foam * 0.6, n * 1.25)
        dot(p, x, y, [0.85, 0.88, 0.92], crest * 0.5 * calm)
      }
    }
  }
}

/** Firs along a line. Ragged on purpose: straight triangles read as clip art. */
function firs(
  p: Plate,
  next: () => number,
  count: number,
  line: (u: number) => number,
  size: number,
  c: Colour,
  spread = 0.5,
  base = c,
): void {
  for (let i = 0; i < count; i++) {
    const u = next()
    const tall = size * (1 - spread + next() * spread * 1.4) * p.s
    const cx = u * p.w
    const foot = line(u) * p.h + tall * 0.06
    const lean = (next() - 0.5) * 0.04
    const seed = next() * 200
    const tone = 0.8 + next() * 0.4
    const top = Math.floor(foot - tall)
    for (let y = Math.max(0, top); y < Math.min(p.h, foot); y++) {
      const t = (y - (foot - tall)) / tall
      const whorl = 1 - ((t * (9 + tall / 30) + seed) % 1) * 0.45
      const half = tall * 0.17 * t ** 0.9 * (1.25 - whorl * 0.55) + 0.4
      const mid = cx + lean * tall * t
      const l = half * (0.72 + 0.5 * noise(seed, y * 0.45))
      const r = half * (0.72 + 0.5 * noise(seed + 50, y * 0.45))
      const shade = blend(c, base, t)
      const tint: Colour = [shade[0] * tone, shade[1] * tone, shade[2] * tone]
      for (let x = Math.floor(mid - l); x <= mid + r; x++) {
        const edge = Math.min(1, x - (mid - l) + 0.4, mid + r - x + 0.4)
        if (x < 0 || x >= p.w) continue
        dot(p, x, y, tint, edge)
        p.solid[y * p.w + x] = 1
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------
// Finish

type Finish = {
  bloom?: number
  threshold?: number
  vignette?: number
  grain?: number
  warm?: number
  contrast?: number
  quality?: number
}

/** Light spills over bright edges in a lens; without it a drawing looks like a drawing. */
function bloom(p: Plate, threshold: number, power: number): void {
  const cell = 8
  const w = Math.ceil(p.w / cell) + 1
  const h = Math.ceil(p.h / cell) + 1
  let a = new Float32Array(w * h * 3)
  let b = new Float32Array(w * h * 3)
  for (let y = 0; y < p.h; y += 2) {
    for (let x = 0; x < p.w; x += 2) {
      const i = (y * p.w + x) * 3
      const luma = p.px[i]! * 0.3 + p.px[i + 1]! * 0.59 + p.px[i + 2]! * 0.11
      if (luma <= threshold) continue
      const k = (luma - threshold) / luma / 16
      const j = (Math.floor(y / cell) * w + Math.floor(x / cell)) * 3
      a[j]! += p.px[i]! * k
      a[j + 1]! += p.px[i + 1]! * k
      a[j + 2]! += p.px[i + 2]! * k
    }
  }
  const radius = Math.max(1, Math.round(4 * p.s))
  const pass = (length: number, lines: number, stride: number, jump: number): void => {
    for (let l = 0; l < lines; l++) {
      for (let k = 0; k < 3; k++) {
        let sum = 0
        const base = l * jump + k
        for (let n = -radius; n < length; n++) {
          if (n + radius < length) sum += a[base + (n + radius) * stride]!
          if (n - radius - 1 >= 0) sum -= a[base + (n - radius - 1) * stride]!
          if (n >= 0) b[base + n * stride] = sum / (radius * 2 + 1)
        }
      }
    }
    ;[a, b] = [b, a]
  }
  for (let i = 0; i < 3; i++) {
    pass(w, h, 3, w * 3)
    pass(h, w, w * 3, 3)
  }
  for (let y = 0; y < p.h; y++) {
    const gy = Math.max(0, y / cell - 0.5)
    const yi = Math.floor(gy)
    const fy = gy - yi
    for (let x = 0; x < p.w; x++) {
      const gx = Math.max(0, x / cell - 0.5)
      const xi = Math.floor(gx)
      const fx = gx - xi
      const j = (yi * w + xi) * 3
      const i = (y * p.w + x) * 3
      for (let k = 0; k < 3; k++) {
        const top = a[j + k]! + (a[j + 3 + k]! - a[j + k]!) * fx
        const low = a[j + w * 3 + k]! + (a[j + w * 3 + 3 + k]! - a[j + w * 3 + k]!) * fx
        p.px[i + k]! += (top + (low - top) * fy) * power
      }
    }
  }
}

// A shoulder instead of clipping, so that suns keep their colour.
const curve = new Uint8ClampedArray(4096)
for (let i = 0; i < 4096; i++) {
  const x = (i / 4095) * 2
  const y = x < 0.8 ? x : 0.8 + 0.2 * (1 - Math.exp(-(x - 0.8) / 0.2))
  curve[i] = y * 255
}

function develop(p: Plate, f: Finish): Uint8Array {
  if (f.bloom) bloom(p, f.threshold ?? 0.7, f.bloom)
  const { w, h, px } = p
  const bytes = new Uint8Array(w * h * 3)
  const vignette = f.vignette ?? 0.22
  const grain = (f.grain ?? 0.016) * 2
  const contrast = f.contrast ?? 1
  const warm = f.warm ?? 0
  for (let y = 0; y < h; y++) {
    const dy = (y / h - 0.5) * 2
    const row = Math.imul(y, 40503) >>> 3
    for (let x = 0; x < w; x++) {
      const dx = (x / w - 0.5) * 2
      const d = (dx * dx + dy * dy) * 0.5
      const fall = 1 - vignette * d * (0.35 + 0.65 * d)
      const g = (lattice[(row + x) & 65535]! + lattice[(row + x * 3 + 977) & 65535]! - 1) * grain
      const i = (y * w + x) * 3
      for (let k = 0; k < 3; k++) {
        const c = ((px[i + k]! - 0.42) * contrast + 0.42) * fall + g + (1 - k) * warm
        bytes[i + k] = curve[c <= 0 ? 0 : c >= 2 ? 4095 : (c * 2047.5) | 0]!
      }
    }
  }
  return bytes
}

type Draw = (
  p: Plate,
  next: () => number,
  svg: (text: string) => Promise<void>,
) => Finish | Promise<Finish>

// ---------------------------------------------------------------------------------------------
// Shared subjects

/** Clouds as seen from the ground: `v` is squeezed toward the horizon. */
function cloud(
  u: number,
  v: number,
  horizon: number,
  scale: number,
  seed: number,
  octaves = 5,
): number {
  const d = 1 / (Math.max(0, horizon - v) + 0.12)
  return fbm((u - 0.5) * d * scale + seed, d * scale * 1.5 + seed * 2, octaves)
}

type Peaks = {
  high: number
  snow: number
  sun: Colour
  shade: Colour
  rock: Colour
  low: Colour
  haze: Colour
  far: number
  seed: number
}

/** Alpine ground: snow lies where it is high and not steep. */
function peaks(o: Peaks): Pick<Land, 'colour' | 'haze'> {
  const white: Colour = [0.97, 0.97, 1]
  return {
    colour: (out, x, z, h, up, light) => {
      const n = fbm(x * 3 + o.seed, z * 3, 3)
      const fine = noise(x * 34 + h * 30, z * 34 + h * 70)
      const snow = smooth(
        o.snow - 0.12,
        o.snow + 0.12,
        h / o.high + (n - 0.5) * 0.5 + (up - 0.62) * 0.9 + (fine - 0.5) * 0.15,
      )
      const base = blend(o.rock, o.low, smooth(0.35, 0.05, h / o.high + (n - 0.5) * 0.3))
      const skin = blend(base, white, snow)
      const rough = 0.75 + fine * 0.5 * (1 - snow * 0.7)
      for (let k = 0; k < 3; k++) {
        out[k] = skin[k]! * rough * (o.shade[k]! * (0.55 + 0.45 * up) + o.sun[k]! * light)
      }
    },
    haze: (out, z, h) =>
      toward(out, o.haze, (1 - Math.exp(-z / o.far)) * (1 - 0.45 * smooth(0, o.high, h))),
  }
}

const draws: Record<Scene, Draw> = {
  'misty-mountains': (p, next) => {
    const sky = ramp(
      [0, 0x6f8fb5],
      [0.35, 0xb9b7c4],
      [0.6, 0xf3c7a4],
      [0.8, 0xffdfb0],
      [1, 0xf9e2c4],
    )
    paint(p, 0, 1, 2, (u, v, out) => {
      sky(v * 1.75, out)
      const c = cloud(u, v, 0.55, 0.6, 3)
      add(out, [1, 0.72, 0.52], smooth(0.5, 0.8, c) * 0.22)
      const d = Math.hypot((u - 0.66) * 1.5, v - 0.36)
      add(out, [1, 0.72, 0.35], Math.exp(-d * d * 20) * 0.4 + Math.exp(-d * d * 300) * 0.35)
    })
    glow(p, 0.66, 0.36, 30, [1, 0.93, 0.75], 0.9, 1)
    const layers = 8
    for (let n = 0; n < layers; n++) {
      const t = n / (layers - 1)
      const base = 0.4 + t ** 1.25 * 0.46
      const amp = 0.13 + t * 0.1
      const freq = mix(3.4, 1.5, t)
      const crest = blend(
        blend(rgb(0xc9a9a4), rgb(0x5b6f8e), Math.min(1, t * 1.7)),
        rgb(0x0e1d2b),
        smooth(0.35, 1, t),
      )
      const fog = blend(rgb(0xfbdcbb), rgb(0x9fb1c4), smooth(0.1, 0.9, t))
      const line = (u: number): number =>
        base -
        (ridged(u * freq + n * 7.7, n * 3.1, 6) - 0.35) * amp -
        (fbm(u * 60, n * 9, 2) - 0.5) * 0.006
      if (n >= 5)
        firs(p, next, n === 5 ? 900 : 520, line, n === 5 ? 17 : n === 6 ? 44 : 110, crest, 0.55)
      for (let x = 0; x < p.w; x++) {
        const u = x / p.w
        const top = line(u) * p.h
        for (let y = Math.max(0, Math.floor(top)); y < p.h; y++) {
          const d = (y - top) / p.h
          const m = noise(u * 5 + n * 4, d * 9 + n) - 0.5
          const f = clamp(smooth(0.0, 0.24, d + m * 0.09) * (0.97 - t * 0.33))
          const sunny = Math.exp(-(((u - 0.66) * 2.2) ** 2)) * (1 - t) * 0.16
          dot(
            p,
            x,
            y,
            [
              mix(crest[0], fog[0], f) + sunny,
              mix(crest[1], fog[1], f) + sunny * 0.55,
              mix(crest[2], fog[2], f),
            ],
            y < top ? 1 - (top - y) : 1,
          )
        }
      }
    }
    return { bloom: 0.35, threshold: 0.75, contrast: 1.06 }
  },

  'fjord-cabins': async (p, next, svg) => {
    const sky = ramp([0, 0x4f6f97], [0.45, 0x9db0c6], [0.75, 0xe9c9b7], [1, 0xf6d7b6])
    const hor = 0.56
    paint(p, 0, hor + 0.01, 2, (u, v, out) => {
      sky(v / hor, out)
      const c = cloud(u, v, hor, 0.5, 12)
      toward(out, [0.95, 0.82, 0.78], smooth(0.48, 0.72, c) * 0.7)
      toward(out, [0.5, 0.52, 0.6], smooth(0.62, 0.85, c) * 0.5)
    })
    land(p, {
      near: 2,
      far: 26,
      tan: 0.62,
      horizon: hor,
      eye: 0.16,
      side: 1,
      elevation: 0.42,
      shadow: 0.35,
      level: 0,
      depthSteps: 460,
      height: (x, z) => {
        const shore = smooth(7.5, 13, z + Math.abs(x + 0.5) * 0.35)
        const side = smooth(2.4, 6, Math.abs(x + 0.6) + z * 0.04)
        return (
          (ridged(x * 0.2 + 3.3, z * 0.2 + 8, 8) * 6.2 - 0.9) * shore * mix(0.55, 1.05, side) - 0.12
        )
      },
      ...peaks({
        high: 3.6,
        snow: 0.42,
        sun: [1.05, 0.82, 0.62],
        shade: [0.36, 0.45, 0.62],
        rock: rgb(0x6a6468),
        low: rgb(0x6d6a45),
        haze: rgb(0xb9bfd0),
        far: 34,
        seed: 4,
      }),
    })
    // The skerry the cabins stand on.
    const shore = (u: number): number =>
      0.735 +
      (fbm(u * 9, 3, 5) - 0.5) * 0.1 +
      smooth(0.5, 0.16, u) * 0.42 -
      0.09 * smooth(0.35, 0.95, u)
    water(p, { horizon: hor, throwY: 0.05, scale: 0.45, deep: rgb(0x16303d), mirror: [0.86, 0.5] })
    paint(p, 0.5, 1, 1, (u, v, out) => {
      const top = shore(u)
      if (v < top) return
      const d = v - top
      const n = fbm(u * 44, v * 70 + u * 15, 6)
      const crack = ridged(u * 26 + 5 + n * 0.6, v * 40 - u * 9, 6)
      const c = blend(rgb(0x2d2a2c), rgb(0x8f857c), clamp(n * 1.3 - 0.22 + (0.08 - d) * 1.6))
      const moss = smooth(0.5, 0.7, fbm(u * 19 + 30, v * 34, 6)) * smooth(0.01, 0.06, d) * 0.75
      const wet = smooth(0.022, 0.0, d) * smooth(0.72, 0.62, u)
      const k = (0.5 + crack * 0.55) * (1 - wet * 0.65)
      set(
        out,
        blend([c[0] * k, c[1] * k, c[2] * k], [0.36 * k * 1.3, 0.35 * k * 1.3, 0.15 * k], moss),
      )
    })
    const house = (x: number, y: number, s: number, tone: string, dark: string): string => {
      const planks = Array.from(
        { length: 15 },
        (_, i) =>
          `<path d="M${-70 + i * 10} 0V-86" stroke="#000" stroke-opacity="${0.08 + next() * 0.12}" stroke-width="1.2"/>`,
      ).join('')
      const side = Array.from(
        { length: 17 },
        (_, i) =>
          `<path d="M${80 + i * 10} 0V-88" stroke="#000" stroke-opacity="${0.1 + next() * 0.14}" stroke-width="1.2"/>`,
      ).join('')
      const pane = (wx: number, wy: number, lit: boolean): string =>
        `<rect x="${wx - 3}" y="${wy - 3}" width="30" height="36" fill="#e8e2d8"/><rect x="${wx}" y="${wy}" width="24" height="30" fill="${lit ? '#ffd27a' : '#34424f'}"/><path d="M${wx + 12} ${wy}v30M${wx} ${wy + 13}h24" stroke="#e8e2d8" stroke-width="2.4"/>`
      const stilts = [-64, -30, 4, 38, 70, 110, 150, 190, 232]
        .map(
          (sx, i) => `<path d="M${sx} 0v${46 + (i % 3) * 8}" stroke="#2c241f" stroke-width="6"/>`,
        )
        .join('')
      return `<g transform="translate(${x} ${y}) scale(${s})">${stilts}<path d="M-64 30L4 4M38 34L110 4M110 34L190 4" stroke="#2c241f" stroke-width="3.5"/>
<rect x="-86" y="-2" width="338" height="8" fill="#4a3c33"/><rect x="-86" y="4" width="338" height="4" fill="#1d1815"/>
<path d="M72-90H246V0H72Z" fill="${dark}"/>${side}<path d="M-72 0V-88L0-150 72-88V0Z" fill="${tone}"/>${planks}
<path d="M0-160L84-86 252-86 176-160Z" fill="#3b3f45"/><path d="M0-160L84-86 252-86 176-160Z" fill="url(#roof)"/>
<path d="M-86-78L0-154 84-84" fill="none" stroke="#ece6dc" stroke-width="7"/><path d="M-72 0V-86M72 0V-86M246 0V-86" stroke="#ece6dc" stroke-width="5"/>
<rect x="116" y="-182" width="20" height="36" fill="#5a4640"/><rect x="113" y="-186" width="26" height="6" fill="#2d2522"/>
${pane(-46, -66, true)}${pane(20, -66, true)}${pane(-13, -116, false)}${pane(100, -64, true)}${pane(194, -64, false)}
<rect x="148" y="-62" width="30" height="62" fill="#e8e2d8"/><rect x="151" y="-59" width="24" height="59" fill="#51302a"/>
<path d="M-72 0V-88L0-150 72-88V0Z" fill="url(#dusk)"/><rect x="72" y="-88" width="174" height="88" fill="url(#dusk)"/></g>`
    }
    await svg(`<defs><linearGradient id="roof" x2="0" y2="1"><stop stop-color="#c9a58c" stop-opacity=".55"/><stop offset="1" stop-opacity=".25"/></linearGradient><linearGradient id="dusk" x2="0" y2="1"><stop stop-color="#ffb27a" stop-opacity=".12"/><stop offset="1" stop-color="#0b1526" stop-opacity=".42"/></linearGradient></defs>
${house(800, 668, 0.52, '#8f2b22', '#6d1f1a')}${house(1060, 690, 0.78, '#a13226', '#7a241c')}${house(1330, 716, 1.1, '#a8362a', '#80271e')}`)
    for (const [u, v] of [
      [0.83, 0.62],
      [0.865, 0.62],
      [0.895, 0.62],
      [0.67, 0.6],
      [0.71, 0.6],
      [0.51, 0.6],
    ] as const)
      glow(p, u, v, 46, [1, 0.62, 0.22], 0.09)
    return { bloom: 0.3, threshold: 0.72, contrast: 1.08, warm: 0.012 }
  },

  'northern-lights': (p, next) => {
    const hor = 0.66
    const sky = ramp([0, 0x050a1c], [0.55, 0x0b2036], [1, 0x1d4a55])
    paint(p, 0, hor + 0.02, 2, (u, v, out) => {
      sky(v / hor, out)
      for (let k = 0; k < 4; k++) {
        const bend = fbm(u * 1.7 + k * 5.3, k * 2.2 + 1, 3) - 0.5
        const fold = Math.sin(u * (5 + k) + k * 2 + bend * 7) * 0.05
        const foot = 0.44 - k * 0.085 + bend * 0.36 + fold
        const d = foot - v
        const rays =
          0.3 + 0.7 * noise(u * 46 + k * 30 + d * 3, k) * (0.5 + noise(u * 140 + d * 5, k + 9))
        const where = smooth(0.28, 0.62, noise(u * 2.6 + k * 11, 4 + k * 3))
        const power =
          d > -0.03 ? Math.exp(-Math.max(0, d) * (7.4 - k * 0.8)) * smooth(-0.03, 0.045, d) : 0
        const e = power * rays * where * (0.78 - k * 0.12)
        const violet = smooth(0.12, 0.42, d)
        out[0]! += e * mix(0.1, 0.42, violet)
        out[1]! += e * mix(0.95, 0.25, violet)
        out[2]! += e * mix(0.5, 0.62, violet)
        if (d > -0.1) out[1]! += Math.exp(-Math.abs(d) * 12) * where * 0.05
      }
    })
    stars(p, next, 1500, hor, 0.9)
    land(p, {
      near: 1.2,
      far: 30,
      tan: 0.62,
      horizon: hor,
      eye: 0.5,
      side: -1,
      elevation: 0.7,
      shadow: 0.6,
      depthSteps: 420,
      height: (x, z) => {
        const far = smooth(8, 15, z)
        return (
          ridged(x * 0.17 + 9, z * 0.17 + 2, 7) * 4.2 * far -
          far * 0.7 +
          (fbm(x * 0.5, z * 0.9, 5) - 0.5) * 0.5 * (1 - far)
        )
      },
      colour: (out, x, z, h, up, light) => {
        const n = noise(x * 30, z * 30 + h * 40)
        const rock = smooth(0.75, 0.55, up + (n - 0.5) * 0.3) * smooth(7, 11, z)
        const k = 0.2 + light * 0.62
        set(out, blend([0.3 * k, 0.62 * k, 0.6 * k + 0.04], [0.03, 0.05, 0.07], rock * 0.85))
      },
      haze: (out, z) => toward(out, [0.07, 0.2, 0.24], 1 - Math.exp(-z / 45)),
    })
    firs(
      p,
      next,
      170,
      (u) => 0.765 + Math.sin(u * 5) * 0.015 - (u < 0.3 ? (0.3 - u) * 0.05 : 0),
      70,
      rgb(0x04090d),
      0.6,
      rgb(0x0a1a1c),
    )
    return { bloom: 0.4, threshold: 0.5, contrast: 1.05, grain: 0.022 }
  },

  'sea-sunset': (p) => {
    const hor = 0.57
    const sky = ramp(
      [0, 0x2f3f6e],
      [0.4, 0x8a5f86],
      [0.7, 0xea7d5c],
      [0.9, 0xffb35e],
      [1, 0xffcf7a],
    )
    paint(p, 0, hor + 0.01, 2, (u, v, out) => {
      sky(v / hor, out)
      const d = Math.hypot((u - 0.42) * 1.5, v - 0.5)
      add(out, [1, 0.6, 0.25], Math.exp(-d * 5.5) * 0.5)
      const c = cloud(u, v, hor, 0.42, 21, 6)
      const body = smooth(0.46, 0.68, c)
      const rim = smooth(0.44, 0.52, c) * (1 - smooth(0.52, 0.66, c))
      toward(out, blend(rgb(0x4b3b63), rgb(0xa0524f), smooth(0.1, 0.5, v)), body * 0.8)
      add(out, [1, 0.5, 0.28], rim * (0.18 + 0.5 * Math.exp(-d * 3)))
    })
    glow(p, 0.42, 0.512, 44, [1, 0.9, 0.62], 1.2, 1)
    glow(p, 0.42, 0.512, 150, [1, 0.6, 0.25], 0.45)
    water(p, {
      horizon: hor,
      throwY: 0.3,
      scale: 0.55,
      deep: rgb(0x1c2440),
      mirror: [0.92, 0.52],
      glint: { u: 0.42, colour: [1, 0.68, 0.36], power: 1.5, spread: 0.07, sharp: 4 },
    })
    return { bloom: 0.5, threshold: 0.72, contrast: 1.05 }
  },

  dunes: (p) => {
    const hor = 0.36
    const sky = ramp([0, 0x3d6ea3], [0.6, 0x9db9cc], [1, 0xf3dcbc])
    paint(p, 0, hor + 0.1, 2, (u, v, out) => {
      sky(v / hor, out)
      toward(out, [1, 0.95, 0.88], smooth(0.5, 0.8, fbm(u * 3 + v * 3, v * 22 + 4, 4)) * 0.28)
    })
    land(p, {
      near: 1.1,
      far: 46,
      tan: 0.55,
      horizon: hor,
      eye: 1.75,
      side: -1,
      elevation: 0.3,
      shadow: 0.1,
      depthSteps: 620,
      height: (x, z) => {
        const wx = x + (noise(x * 0.3, z * 0.22) - 0.5) * 2.6
        const wz = z + (noise(x * 0.26 + 9, z * 0.2) - 0.5) * 3.2
        const a = 1 - Math.abs(2 * noise(wx * 0.2 + wz * 0.05 + 2, wz * 0.12 + 4.5) - 1)
        const b = 1 - Math.abs(2 * noise(wx * 0.34 + 7, wz * 0.26 - wx * 0.1) - 1)
        return a * 1.5 + b * 0.4 + noise(x * 0.1, z * 0.07) * 1.1 - 0.5 + smooth(12, 34, z) * 0.6
      },
      colour: (out, x, z, h, _up, light) => {
        const ripple =
          Math.sin((x * 1.2 + z * 2 + fbm(x * 2.1, z * 2.1, 2) * 3.4 + h * 3) * 17) *
          0.1 *
          Math.exp(-z * 0.12)
        const fine = (noise(x * 60, z * 60) - 0.5) * 0.06
        const l = clamp(light * (1 + ripple) * 1.1)
        const c = blend(rgb(0x5e3326), rgb(0xf2b06a), clamp(l + fine))
        set(out, [c[0] + l * 0.08, c[1] + l * 0.04, c[2] + (1 - l) * 0.03])
      },
      haze: (out, z) => toward(out, rgb(0xe8c9a4), 1 - Math.exp(-z / 60)),
    })
    return { bloom: 0.18, threshold: 0.8, contrast: 1.06 }
  },

  'birch-forest': (p, next) => {
    paint(p, 0, 1, 2, (u, v, out) => {
      const d = Math.hypot(u - 0.56, (v - 0.4) * 1.1)
      set(
        out,
        blend(
          rgb(0xfbe6ad),
          rgb(0x6f7a45),
          smooth(0.02, 0.75, d + (fbm(u * 7, v * 9, 4) - 0.5) * 0.45),
        ),
      )
      toward(
        out,
        [0.95, 0.66, 0.22],
        smooth(0.45, 0.75, fbm(u * 9 + 4, v * 8, 4)) * 0.5 * smooth(0.75, 0.2, v),
      )
    })
    const ground = (depth: number): number => mix(0.72, 0.97, depth ** 1.4)
    const leaves = (count: number, depth: number): void => {
      for (let i = 0; i < count; i++) {
        const u = next()
        const v = next() ** 1.3 * (0.74 - depth * 0.22)
        if (noise(u * 6 + depth * 20, v * 7) < 0.42) continue
        const r = (2.5 + next() * 3.5) * (0.6 + depth * 1.4) * p.s
        const c = blend(
          blend(rgb(0xd98f1f), rgb(0xf8d255), next()),
          rgb(0xf3e3a6),
          (1 - depth) * 0.45,
        )
        const k = 0.72 + next() * 0.45
        const a = next() * 3
        const ca = Math.cos(a)
        const sa = Math.sin(a)
        const cx = u * p.w
        const cy = v * p.h
        for (let y = Math.floor(cy - r); y <= cy + r; y++) {
          for (let x = Math.floor(cx - r); x <= cx + r; x++) {
            const ex = (x - cx) * ca + (y - cy) * sa
            const ey = ((y - cy) * ca - (x - cx) * sa) * 1.8
            dot(
              p,
              x,
              y,
              [c[0] * k, c[1] * k, c[2] * k],
              clamp((r - Math.hypot(ex, ey)) * 0.7) * 0.85,
            )
          }
        }
      }
    }
    for (let layer = 0; layer < 5; layer++) {
      const depth = layer / 4
      const floor = ground(depth)
      // The forest floor of this layer, in fallen leaves.
      const from = ground(Math.max(0, depth - 0.25)) - 0.012
      paint(p, layer === 0 ? 0.7 : from, 1, 1, (u, v, out) => {
        const edge = (layer === 0 ? 0.715 : from) + (fbm(u * 8 + layer * 3, 1, 4) - 0.5) * 0.045
        if (v < edge) return
        const s = 26 / (0.25 + (v - 0.66) * 3)
        const n = fbm(u * s * 2.4, v * s * 7, 4)
        const tuft = noise(u * 130, v * 210)
        const c = blend(rgb(0x5c4a1e), rgb(0xd79a36), clamp(n * 1.5 - 0.35 + (tuft - 0.5) * 0.5))
        const sun = Math.exp(-(((u - 0.56) * 2.6) ** 2)) * smooth(1, 0.72, v)
        const a = smooth(0, 0.02, v - edge)
        toward(
          out,
          [c[0] + sun * 0.35, c[1] + sun * 0.25, c[2] + sun * 0.08],
          a * (0.55 + 0.45 * depth),
        )
      })
      const count = [26, 17, 11, 6, 3][layer]!
      for (let i = 0; i < count; i++) {
        const u = layer === 4 ? [0.1, 0.83, 0.36][i]! + next() * 0.04 : (i + next()) / count
        const half = mix(4.5, 34, depth ** 1.5) * (0.75 + next() * 0.5) * p.s
        const lean = (next() - 0.5) * 0.07
        const seed = next() * 200
        const haze = (1 - depth) * 0.72
        const foot = Math.min(p.h, Math.floor((floor + (next() - 0.5) * 0.03) * p.h))
        for (let y = 0; y < foot; y++) {
          const t = y / p.h
          const bow = (noise(seed, t * 2) - 0.5) * half * 1.4
          const cx = u * p.w + lean * (foot - y) + bow
          const r =
            half * (0.72 + 0.28 * (y / foot)) * (1 + 0.35 * smooth(foot - half * 1.6, foot, y))
          for (let x = Math.floor(cx - r); x <= cx + r; x++) {
            const e = (x - cx) / r
            if (x < 0 || x >= p.w || Math.abs(e) > 1.02) continue
            const bulge = Math.sqrt(Math.max(0, 1 - e * e))
            const bark = noise(e * 2.2 + seed, (y / half) * 2.6)
            const band = noise(seed + e * 0.9, (y / half) * 1.15 + bulge * 0.4)
            const scar = smooth(0.63, 0.76, band) * smooth(0.3, 0.6, bark + 0.14)
            const fine = smooth(0.7, 0.8, noise(seed + e * 1.5, (y / half) * 7)) * 0.45
            const light = 0.34 + 0.66 * bulge * clamp(0.62 + e * (u < 0.56 ? 0.45 : -0.45))
            const low = smooth(foot - half * 5, foot, y) * 0.5 * bark
            const k = light * (1 - 0.82 * Math.max(scar, fine, low))
            const c: Colour = [0.96 * k + 0.03, 0.91 * k + 0.02, 0.84 * k + 0.01]
            dot(p, x, y, blend(c, [0.96, 0.83, 0.5], haze), clamp((1.02 - Math.abs(e)) * r))
          }
        }
      }
      leaves(900 - layer * 130, depth)
    }
    paint(p, 0, 1, 1, (u, v, out) => {
      const beam = Math.exp(-(((u - 0.56) * 2.4) ** 2 + ((v - 0.36) * 1.6) ** 2) * 2.2)
      add(out, [1, 0.78, 0.36], beam * 0.26)
    })
    return { bloom: 0.42, threshold: 0.72, contrast: 1.08 }
  },

  skyline: (p, next) => {
    const hor = 0.66
    const sky = ramp(
      [0, 0x0c1c46],
      [0.45, 0x2b4d87],
      [0.78, 0x7d7fa8],
      [0.93, 0xe0a08a],
      [1, 0xf3b787],
    )
    paint(p, 0, hor + 0.01, 2, (u, v, out) => {
      sky(v / hor, out)
      const c = cloud(u, v, hor, 0.36, 40)
      toward(
        out,
        blend(rgb(0x27345f), rgb(0xc8818a), smooth(0.2, 0.6, v)),
        smooth(0.5, 0.75, c) * 0.5,
      )
    })
    const dark = [rgb(0x6b7396), rgb(0x3b4570), rgb(0x161d38)]
    for (let layer = 0; layer < 3; layer++) {
      const tone = dark[layer]!
      let x = -20 * p.s
      while (x < p.w) {
        const u = x / p.w
        const centre =
          Math.exp(-(((u - 0.58) * 2.7) ** 2)) + 0.55 * Math.exp(-(((u - 0.2) * 5) ** 2))
        const wide = Math.round((26 + next() * 52) * (0.75 + layer * 0.2) * p.s)
        const rise = [0.1 + centre * 0.25, 0.06 + centre * 0.3, 0.04 + centre * 0.13][layer]!
        const tall = Math.round(rise * (0.45 + next() * 0.75) * p.h)
        const top = Math.round(hor * p.h) - tall
        const kind = next()
        const shape = next()
        const cw = Math.max(3, Math.round((4 + next() * 3.2) * (0.6 + layer * 0.22) * p.s))
        const ch = Math.max(4, Math.round((6.4 + next() * 3) * (0.6 + layer * 0.22) * p.s))
        const lit = [0.24, 0.42, 0.38][layer]! * (0.35 + next() * 1.1)
        const seed = Math.floor(next() * 60000)
        const edge = Math.round(wide * (0.3 + next() * 0.3))
        for (let yy = -Math.round(60 * p.s); yy < tall; yy++) {
          for (let xx = 0; xx < wide; xx++) {
            const e = Math.abs(xx / wide - 0.5) * 2
            if (yy < 0) {
              const step = shape > 0.72 && e < 0.62 && yy > -14 * p.s
              const mast = shape > 0.86 && Math.abs(xx - wide / 2) < 1.1 * p.s && layer > 0
              const slant = shape < 0.14 && yy > -xx * 0.5
              if (!step && !mast && !slant) continue
            }
            const col = Math.floor(xx / cw)
            const row = Math.floor((yy + 1000) / ch)
            const roll = lattice[(seed + col * 131 + row * 1777) & 65535]!
            const floorRoll = lattice[(seed + row * 977) & 65535]!
            const inside =
              xx % cw > cw * 0.22 &&
              (yy + 1000) % ch > ch * 0.38 &&
              yy > 3 &&
              xx > 1 &&
              xx < wide - 2
            const face = (xx < edge ? 1.22 : 0.86) * (0.9 + 0.25 * (yy / (tall + 1)))
            let c: Colour = [tone[0] * face, tone[1] * face, tone[2] * face]
            c = blend(c, rgb(0xd39a8e), smooth(0.3, 1, yy / tall) * (0.34 - layer * 0.12))
            if (inside && roll < lit * (floorRoll > 0.8 ? 1.9 : floorRoll < 0.25 ? 0.3 : 1)) {
              const warm = lattice[(seed + col * 31 + row * 57) & 65535]!
              const power = (0.45 + warm * 0.75) * (0.55 + layer * 0.24)
              c = blend(
                c,
                kind > 0.8
                  ? [0.8 * power, 0.93 * power, 1.05 * power]
                  : [1.12 * power, (0.68 + warm * 0.17) * power, (0.3 + warm * 0.22) * power],
                0.9,
              )
            } else if (inside) c = blend(c, [c[0] * 0.72, c[1] * 0.78, c[2] * 0.95], 0.7)
            dot(p, Math.round(x) + xx, top + yy, c, 1)
          }
        }
        if (shape > 0.86 && layer > 0)
          glow(p, (x + wide / 2) / p.w, (top - 58 * p.s) / p.h, 3.2, [1, 0.2, 0.15], 0.9)
        x += wide + (next() < 0.3 ? next() * 16 * p.s : -2)
      }
    }
    // Promenade lamps along the river.
    for (let i = 0; i < 74; i++) {
      const u = (i + next() * 0.4) / 74
      glow(p, u, hor - 0.006, 3.5 + next() * 3, [1, 0.72, 0.36], 0.95)
      glow(p, u, hor - 0.006, 16, [1, 0.6, 0.25], 0.13)
    }
    water(p, {
      horizon: hor,
      throwY: 0.16,
      scale: 0.8,
      deep: rgb(0x0b1430),
      mirror: [0.82, 0.52],
      squeeze: 1.12,
    })
    return { bloom: 0.6, threshold: 0.6, contrast: 1.05, grain: 0.02 }
  },

  'milky-way': (p, next) => {
    const hor = 0.88
    const sky = ramp([0, 0x060a18], [0.6, 0x0d1a33], [0.85, 0x24365a], [1, 0x6b5a5e])
    const band = (u: number, v: number): number => (u - 0.58) * 0.86 + (v - 0.4) * 0.5
    paint(p, 0, hor + 0.03, 2, (u, v, out) => {
      sky(v / hor, out)
      const d = band(u, v)
      const n = fbm(u * 5, v * 4 + 3, 5)
      const fine = fbm(u * 15 + 7, v * 12, 4)
      const core = Math.exp(-((d + (n - 0.5) * 0.13) ** 2) * 120)
      const wide = Math.exp(-(d * d) * 26)
      const dust =
        smooth(0.48, 0.66, fbm(u * 6 + 20 + d * 4, v * 6.5 + d * 5, 5)) * Math.exp(-(d * d) * 160)
      const e =
        (core * 0.42 + wide * 0.2) * (0.55 + fine * 0.9) * (1 - dust * 0.85) * smooth(0.85, 0.5, v)
      add(out, blend([0.62, 0.68, 0.95], [1, 0.78, 0.62], core), e)
      add(out, [0.5, 0.14, 0.24], core * smooth(0.58, 0.78, fine) * 0.3)
    })
    stars(p, next, 2600, hor, 0.95)
    for (let i = 0; i < 5200; i++) {
      const v = next() * hor
      const spread = (next() + next() + next() - 1.5) * 0.2
      const u = 0.58 + (spread - (v - 0.4) * 0.5) / 0.86
      const x = Math.floor(u * p.w)
      const y = Math.floor(v * p.h)
      if (x < 0 || x >= p.w) continue
      const i3 = (y * p.w + x) * 3
      const k = next() ** 3 * 0.6
      p.px[i3]! += k
      p.px[i3 + 1]! += k
      p.px[i3 + 2]! += k * 1.1
    }
    const ridge =
      (n: number) =>
      (u: number): number =>
        [0.85, 0.9, 0.95][n]! -
        (ridged(u * [2.6, 1.9, 1.3][n]! + n * 5.3 + 0.4, 3.3 + n, 7) - 0.3) * [0.24, 0.14, 0.1][n]!
    const tones = [rgb(0x1a2338), rgb(0x0d1422), rgb(0x05080e)]
    for (let n = 0; n < 3; n++) {
      const line = ridge(n)
      const tone = tones[n]!
      for (let x = 0; x < p.w; x++) {
        const top = line(x / p.w) * p.h
        for (let y = Math.floor(top); y < p.h; y++) {
          const k = 0.75 + 0.5 * fbm((x / p.w) * 40, (y / p.h) * 50 + n * 9, 3)
          dot(p, x, y, [tone[0] * k, tone[1] * k, tone[2] * k], y < top ? 1 - (top - y) : 1)
        }
      }
      if (n === 1) firs(p, next, 300, line, 20, tone, 0.5)
    }
    // A tent with a lamp in it.
    const foot = Math.min(0.965, ridge(2)(0.27) + 0.018)
    glow(p, 0.27, foot - 0.012, 120, [1, 0.5, 0.15], 0.16)
    for (let y = 0; y < 46 * p.s; y++) {
      const half = 4 + y * 1.12 + Math.sin(y / (15 * p.s)) * 3
      for (let x = -half; x < half; x++) {
        const e = x / half
        const k = 0.55 + 0.75 * Math.exp(-((e * 1.2) ** 2) - ((y / p.s - 32) / 26) ** 2)
        const seam = Math.abs(e - 0.12) < 0.03 ? 0.7 : 1
        dot(
          p,
          Math.round(0.27 * p.w + x),
          Math.round(foot * p.h - 46 * p.s + y),
          [1.15 * k * seam, 0.6 * k * seam, 0.2 * k * seam],
          0.97,
        )
      }
    }
    return { bloom: 0.4, threshold: 0.55, contrast: 1.08, grain: 0.026 }
  },

  lighthouse: async (p, _next, svg) => {
    const hor = 0.63
    const sky = ramp([0, 0x26365f], [0.4, 0x5f6a94], [0.72, 0xc58f94], [1, 0xf4b98c])
    paint(p, 0, hor + 0.01, 2, (u, v, out) => {
      sky(v / hor, out)
      const c = cloud(u, v, hor, 0.45, 64, 6)
      toward(
        out,
        blend(rgb(0x38426b), rgb(0xd98d86), smooth(0.15, 0.6, v)),
        smooth(0.44, 0.7, c) * 0.75,
      )
      add(out, [1, 0.55, 0.4], smooth(0.42, 0.5, c) * (1 - smooth(0.5, 0.62, c)) * 0.2)
      // Two beams, widening and fading from the lamp.
      for (const side of [-1, 1]) {
        const dx = (u - 0.7) * side * 1.5
        if (dx <= 0) continue
        const off = (v - 0.215 + dx * 0.035 * side) / (0.006 + dx * 0.075)
        add(out, [1, 0.86, 0.6], Math.exp(-off * off) * Math.exp(-dx * 2.4) * 0.55)
      }
    })
    water(p, {
      horizon: hor,
      throwY: 0.14,
      scale: 0.7,
      deep: rgb(0x1a2a48),
      mirror: [0.85, 0.5],
      foam: 0.18,
    })
    const cliff = (u: number): number =>
      1.2 -
      0.62 * smooth(0.36, 0.66, u + (fbm(u * 14, 2, 5) - 0.5) * 0.13) -
      (fbm(u * 7, 9, 5) - 0.5) * 0.05 -
      0.02 * smooth(0.75, 1, u)
    paint(p, 0.5, 1, 1, (u, v, out) => {
      const top = cliff(u)
      if (v < top) {
        const spray =
          smooth(0.045, 0, Math.abs(v - top)) *
          smooth(0.72, 0.95, v) *
          smooth(0.42, 0.75, fbm(u * 30, v * 40, 4))
        toward(out, [0.85, 0.83, 0.88], spray * 0.7)
        return
      }
      const d = v - top
      const strata = fbm(u * 12 + v * 3, v * 46 - u * 15, 5)
      const face = ridged(u * 16, v * 22 - u * 6, 5)
      const grass = smooth(0.035, 0.012, d + (strata - 0.5) * 0.05) * smooth(0.56, 0.64, u)
      const k = 0.3 + strata * 0.65 + (face - 0.4) * 0.5
      const c = blend(
        [0.42 * k, 0.36 * k, 0.38 * k],
        [0.34 + strata * 0.2, 0.3 + strata * 0.16, 0.13],
        grass,
      )
      const dusk = 1 - smooth(0.02, 0.4, d) * 0.55
      set(out, [c[0] * dusk + 0.015, c[1] * dusk + 0.015, c[2] * dusk + 0.035])
    })
    await svg(`<defs><linearGradient id="t"><stop stop-color="#ffd2b0"/><stop offset=".3" stop-color="#f1e2d8"/><stop offset=".62" stop-color="#a9a2b4"/><stop offset="1" stop-color="#5b5f80"/></linearGradient><linearGradient id="r"><stop stop-color="#d8553f"/><stop offset=".3" stop-color="#b93a2e"/><stop offset="1" stop-color="#4d1e2b"/></linearGradient><linearGradient id="k"><stop stop-color="#4a3b3d"/><stop offset="1" stop-color="#14141f"/></linearGradient></defs>
<g transform="translate(1120 640)"><path d="M-46 0L-27-368H27L46 0Z" fill="url(#t)"/><path d="M-41.500-90L-37-176H37L41.500-90ZM-32.700-262L-28.600-340H28.600L32.700-262Z" fill="url(#r)"/>
<path d="M-40-368h80l-6 14h-68Z" fill="url(#k)"/><path d="M-40-386v20M-20-386v20M0-386v20M20-386v20M40-386v20M-40-386h80" stroke="#1b1a24" stroke-width="2"/><rect x="-20" y="-420" width="40" height="52" fill="#ffe9b0"/><path d="M-20-420v52M-7-420v52M7-420v52M20-420v52" stroke="#241f28" stroke-width="3"/><path d="M-26-420C-22-448-8-452 0-462 8-452 22-448 26-420Z" fill="url(#r)"/><path d="M0-462v-18" stroke="#1b1a24" stroke-width="3"/>
<rect x="-7" y="-240" width="12" height="20" rx="6" fill="#20202c"/><rect x="-7" y="-130" width="12" height="20" rx="6" fill="#20202c"/><path d="M-12 0v-34a11 11 0 0 1 22 0V0Z" fill="#2b2530"/>
<path d="M86 6V-62H250V6Z" fill="#cfc3c4"/><path d="M86 6V-62H250V6Z" fill="url(#t)" opacity=".65"/><path d="M74-60L104-108H232L262-60Z" fill="url(#r)"/><rect x="116" y="-42" width="24" height="26" fill="#ffcf7d"/><rect x="192" y="-42" width="24" height="26" fill="#ffcf7d"/><path d="M128-42v26M116-29h24M204-42v26M192-29h24" stroke="#d9cdc9" stroke-width="2.500"/><rect x="156" y="-46" width="20" height="52" fill="#3a2b31"/><rect x="210" y="-128" width="16" height="34" fill="#6b4a48"/></g>`)
    glow(p, 0.7, 0.23, 26, [1, 0.9, 0.65], 0.9)
    glow(p, 0.7, 0.23, 110, [1, 0.75, 0.45], 0.28)
    return { bloom: 0.4, threshold: 0.7, contrast: 1.08 }
  },

  'tea-terraces': (p) => {
    const hor = 0.27
    const sky = ramp([0, 0x9fbdd0], [1, 0xf7ead0])
    paint(p, 0, 0.5, 2, (_u, v, out) => sky(v / 0.4, out))
    const rise = (x: number, z: number): number =>
      fbm(x * 0.16 + 5, z * 0.13 + 2, 3) * 4.6 - 1.6 + smooth(14, 40, z) * 2.2
    land(p, {
      near: 2.2,
      far: 60,
      tan: 0.5,
      horizon: hor,
      eye: 3.1,
      side: 1,
      elevation: 0.5,
      shadow: 0.3,
      depthSteps: 620,
      height: (x, z) => {
        const h = rise(x, z)
        const row = fract(h * 5.5)
        return (
          h +
          Math.sin(row * Math.PI) ** 0.7 * 0.09 * Math.exp(-z * 0.02) +
          (noise(x * 22, z * 22) - 0.5) * 0.016
        )
      },
      colour: (out, x, z, _h, up, light) => {
        const h = rise(x, z)
        const gap = 1 - Math.sin(fract(h * 5.5) * Math.PI)
        const n = fbm(x * 2, z * 2, 3)
        const leaf = noise(x * 70, z * 70)
        const forest = smooth(
          0.56,
          0.66,
          fbm(x * 0.3 + 40, z * 0.2 + 9, 4) + smooth(18, 46, z) * 0.2,
        )
        const k = (0.3 + 0.9 * light) * (0.75 + leaf * 0.45) * (0.6 + up * 0.4)
        const c = blend(
          blend(rgb(0x3f6a1f), rgb(0x9cbb3c), n * 1.2 - 0.1),
          rgb(0x3a2c1a),
          smooth(0.6, 0.95, gap) * 0.75,
        )
        const f = blend(c, rgb(0x1f3a1e), forest)
        set(out, [f[0] * k * 1.15, f[1] * k * 1.08, f[2] * k * 0.9])
      },
      haze: (out, z, h) =>
        toward(out, [0.97, 0.92, 0.8], (1 - Math.exp(-z / 30)) * (1 - 0.3 * smooth(0, 4, h))),
    })
    for (let i = 0; i < 3; i++) {
      const c = 0.3 + i * 0.045
      paint(p, 0.15, 0.75, 1, (u, v, out) => {
        const a =
          Math.exp(-(((v - c) / 0.03) ** 2)) * smooth(0.5, 0.75, noise(u * 3 + i * 7, v * 6 + i))
        if (a > 0.01) toward(out, [1, 0.95, 0.86], a * 0.3)
      })
    }
    return { bloom: 0.25, threshold: 0.8, contrast: 1.08 }
  },

  'lake-reflection': (p, next) => {
    const hor = 0.55
    const sky = ramp([0, 0x3c78b8], [0.6, 0x9cc4df], [1, 0xf3e6d3])
    paint(p, 0, hor + 0.01, 2, (u, v, out) => {
      sky(v / hor, out)
      toward(out, [1, 0.97, 0.94], smooth(0.5, 0.78, cloud(u, v, hor, 0.4, 77, 6)) * 0.85)
    })
    land(p, {
      near: 8,
      far: 40,
      tan: 0.55,
      horizon: hor,
      eye: 0.1,
      side: -1,
      elevation: 0.5,
      shadow: 0.4,
      level: 0,
      depthSteps: 460,
      height: (x, z) => {
        const valley = smooth(-0.6, 6, Math.abs(x - 0.5))
        return (
          (ridged(x * 0.13 + 20.6, z * 0.13 + 6, 8) * 9.2 * mix(0.42, 1, valley) - 0.6) *
            smooth(10, 22, z + Math.abs(x) * 0.3) -
          0.1
        )
      },
      ...peaks({
        high: 6,
        snow: 0.5,
        sun: [1, 0.9, 0.76],
        shade: [0.34, 0.42, 0.56],
        rock: rgb(0x7d7673),
        low: rgb(0x3f5233),
        haze: rgb(0xb6cbdd),
        far: 58,
        seed: 9,
      }),
    })
    firs(
      p,
      next,
      520,
      (u) => hor - 0.006 * smooth(0.1, 0.9, Math.abs(u - 0.45) * 2),
      34,
      rgb(0x1c3527),
      0.6,
      rgb(0x14261d),
    )
    for (let i = 0; i < 110; i++) {
      const e = next() ** 1.6
      firs(p, next, 1, () => hor + 0.005, 40 + 105 * (1 - e), rgb(0x15291f), 0.45, rgb(0x0c1812))
    }
    water(p, {
      horizon: hor,
      throwY: 0.018,
      scale: 0.35,
      deep: rgb(0x12303c),
      mirror: [0.88, 0.62],
    })
    paint(p, 0.72, 1, 1, (u, v, out) => {
      const bed = smooth(0.86, 1.02, v) * 0.6
      const stone = ridged((u * 14) / (1.3 - v), 9 / (1.25 - v) + u, 3)
      toward(out, [0.32 * stone + 0.08, 0.34 * stone + 0.1, 0.26 * stone + 0.09], bed)
    })
    return { bloom: 0.2, threshold: 0.82, contrast: 1.08 }
  },

  storm: (p) => {
    const hor = 0.72
    const sky = ramp([0, 0x1f2733], [0.5, 0x465565], [0.85, 0x9aa3a2], [1, 0xf0d9a6])
    paint(p, 0, hor + 0.01, 2, (u, v, out) => {
      sky(v / hor, out)
      const warp = fbm(u * 2.3, v * 4 + 7, 4) - 0.5
      const c = cloud(u + warp * 0.12, v + warp * 0.06, 0.8, 0.52, 90, 6)
      const lit = cloud(u + warp * 0.12 + 0.012, v + warp * 0.06 + 0.012, 0.8, 0.52, 90, 6)
      const shelf = smooth(0.46, 0.4, v + warp * 0.24 - (u - 0.5) * 0.1)
      toward(out, [0.17, 0.2, 0.26], shelf * 0.7)
      const relief = (c - lit) * 5.5
      const k = smooth(0.3, 0.75, c)
      add(out, [0.62, 0.64, 0.7], (relief * 0.8 + (k - 0.5) * 0.42) * (0.35 + shelf * 0.65))
      const rain = smooth(0.16, 0.02, Math.abs(u - 0.34 + (v - 0.5) * 0.16)) * smooth(0.36, 0.55, v)
      toward(out, [0.25, 0.3, 0.36], rain * (0.4 + 0.3 * noise(u * 70 + v * 9, v * 2)))
      add(
        out,
        [1, 0.75, 0.38],
        Math.exp(-(((v - 0.71) / 0.09) ** 2) - ((u - 0.72) / 0.3) ** 2) * 0.5,
      )
    })
    land(p, {
      near: 1,
      far: 90,
      tan: 0.6,
      horizon: hor,
      eye: 1.5,
      side: 1,
      elevation: 0.34,
      shadow: 0.25,
      depthSteps: 420,
      height: (x, z) =>
        fbm(x * 0.06 + 3, z * 0.06, 2) * 1.4 -
        0.5 +
        noise(x * 16, z * 16) * 0.16 +
        noise(x * 50, z * 28) * 0.08 +
        smooth(60, 88, z) * (0.7 + noise(x * 0.7, 3)),
      colour: (out, x, z, h, _up, light) => {
        const n = noise(x * 40 + h * 20, z * 30)
        const track =
          Math.min(Math.abs(x - 0.5 - z * 0.02), Math.abs(x + 0.5 - z * 0.02)) < 0.09 ? 0.55 : 1
        const gust = smooth(0.35, 0.75, fbm(x * 0.14, z * 0.09 + 4, 3))
        const k = (0.34 + light * 0.55) * (0.7 + n * 0.5) * track * (0.55 + gust * 0.9)
        const c = blend(rgb(0xd9a93f), rgb(0x39452c), smooth(55, 70, z))
        set(out, [c[0] * k * 1.1, c[1] * k * 1.08, c[2] * k])
      },
      haze: (out, z) => toward(out, [0.62, 0.6, 0.52], 1 - Math.exp(-z / 130)),
    })
    return { bloom: 0.25, threshold: 0.7, contrast: 1.14, vignette: 0.34 }
  },

  lavender: (p) => {
    const hor = 0.38
    const sky = ramp([0, 0x4d6aa8], [0.5, 0xc58fa8], [0.85, 0xffb87e], [1, 0xffd9a0])
    paint(p, 0, hor + 0.02, 2, (u, v, out) => {
      sky(v / hor, out)
      const c = cloud(u, v, hor, 0.35, 31, 5)
      toward(out, blend(rgb(0x8b6a9c), rgb(0xffa98a), v / hor), smooth(0.48, 0.72, c) * 0.7)
      const d = Math.hypot((u - 0.7) * 1.5, v - 0.35)
      add(out, [1, 0.7, 0.32], Math.exp(-d * 7) * 0.6)
    })
    glow(p, 0.7, 0.35, 30, [1, 0.95, 0.75], 0.8, 1)
    const row = (x: number, z: number): number =>
      Math.abs(Math.sin((x + Math.sin(z * 0.05) * 0.6) * 2.6 + 0.5))
    land(p, {
      near: 1.15,
      far: 80,
      tan: 0.62,
      horizon: hor,
      eye: 1.55,
      side: 1,
      elevation: 0.4,
      shadow: 0.35,
      depthSteps: 640,
      height: (x, z) =>
        smooth(0.12, 0.75, row(x, z)) *
          (0.5 + noise(x * 9, z * 9) * 0.16 + noise(x * 36, z * 30) * 0.13) *
          smooth(58, 46, z) +
        fbm(x * 0.07, z * 0.06, 3) * 0.7 -
        0.3 +
        smooth(48, 78, z) * (fbm(x * 0.13 + 4, 7, 4) * 3.4 - 0.2),
      colour: (out, x, z, h, _up, light) => {
        const b = smooth(0.2, 0.62, row(x, z))
        const n = noise(x * 60 + h * 30, z * 60)
        const bloomy = smooth(0.1, 0.6, b) * (0.6 + 0.6 * noise(x * 21, z * 21 + h * 20))
        const c = blend(
          blend(rgb(0x6b5a35), rgb(0x4a5a2a), b),
          blend(rgb(0x5a3a98), rgb(0xa27be0), n),
          clamp(bloomy * 1.1),
        )
        const f = blend(c, rgb(0x2e3a4a), smooth(48, 58, z))
        const k = 0.42 + light * 0.95 + n * 0.12
        set(out, [f[0] * k * 1.12, f[1] * k * 0.95, f[2] * k * 0.98])
      },
      haze: (out, z) => toward(out, [0.98, 0.68, 0.56], 1 - Math.exp(-z / 70)),
    })
    return { bloom: 0.35, threshold: 0.75, contrast: 1.06 }
  },

  'moon-over-water': (p, next) => {
    const hor = 0.58
    const sky = ramp([0, 0x070d20], [0.6, 0x16294f], [1, 0x3d5784])
    paint(p, 0, hor + 0.01, 2, (u, v, out) => {
      sky(v / hor, out)
      const d = Math.hypot((u - 0.6) * 1.5, v - 0.26)
      add(out, [0.55, 0.68, 0.9], Math.exp(-d * 5) * 0.42)
      const c = cloud(u, v, hor, 0.4, 51, 6)
      const body = smooth(0.46, 0.7, c)
      toward(out, [0.08, 0.12, 0.22], body * 0.55)
      add(
        out,
        [0.6, 0.68, 0.8],
        smooth(0.43, 0.52, c) * (1 - smooth(0.52, 0.7, c)) * (0.08 + Math.exp(-d * 4) * 0.5),
      )
    })
    stars(p, next, 420, hor * 0.8, 0.65)
    const cx = 0.6 * p.w
    const cy = 0.26 * p.h
    const r = 52 * p.s
    for (let y = Math.floor(cy - r - 1); y <= cy + r + 1; y++) {
      for (let x = Math.floor(cx - r - 1); x <= cx + r + 1; x++) {
        const dx = (x - cx) / r
        const dy = (y - cy) / r
        const d = Math.hypot(dx, dy)
        const sea = smooth(0.48, 0.62, fbm(dx * 1.5 + 11.3, dy * 1.5 + 2.2, 4))
        const k =
          (1.12 - sea * 0.34 + (fbm(dx * 6, dy * 6, 3) - 0.5) * 0.14) *
          (0.82 + 0.18 * Math.sqrt(Math.max(0, 1 - d * d)))
        dot(p, x, y, [k, k * 0.97, k * 0.88], clamp((1 - d) * r))
      }
    }
    for (let n = 0; n < 3; n++) {
      const tone = blend(rgb(0x2b4068), rgb(0x0a1224), n / 2)
      for (let x = 0; x < p.w; x++) {
        const u = x / p.w
        const lift = [0.09, 0.11, 0.15][n]! * [1, smooth(0.55, 0, u), smooth(0.72, 1.02, u)][n]!
        const top = (hor + 0.004 - lift * (0.25 + ridged(u * 2.4 + n * 8, 6, 6))) * p.h
        if (lift < 0.002) continue
        for (let y = Math.floor(top); y < hor * p.h + 1; y++)
          dot(p, x, y, tone, y < top ? 1 - (top - y) : 1)
      }
    }
    water(p, {
      horizon: hor,
      throwY: 0.2,
      scale: 0.6,
      deep: rgb(0x050b1a),
      mirror: [0.85, 0.4],
      glint: { u: 0.6, colour: [0.8, 0.88, 1], power: 1.6, spread: 0.06, sharp: 5 },
    })
    return { bloom: 0.45, threshold: 0.6, contrast: 1.06, grain: 0.022 }
  },

  'drone-fjord': (p) => {
    const aspect = p.w / p.h
    const height = (u: number, v: number): number => {
      const x = u * aspect
      const curveAt = 0.62 + Math.sin(v * 4.2 + 0.6) * 0.16 + (fbm(x * 2, v * 2 + 3, 4) - 0.5) * 0.5
      return (curveAt - x * 0.72) * 1.5 + (fbm(x * 3.2 + 5, v * 3.2, 6) - 0.5) * 0.55
    }
    const stepX = 1.5 / p.w
    paint(p, 0, 1, 1, (u, v, out) => {
      const x = u * aspect
      const h = height(u, v)
      if (h > 0.03) {
        const relief = ((h - height(u + stepX * 1.5, v + stepX * 1.5)) / stepX) * 0.012
        const crown = (cx: number, cy: number): number => {
          // Nearest of the jittered crowns around: a round top, dark gaps between.
          const gx = Math.floor(cx)
          const gy = Math.floor(cy)
          let near = 9
          for (let k = 0; k < 9; k++) {
            const ix = gx - 1 + (k % 3)
            const iy = gy - 1 + ((k / 3) | 0)
            const a = lattice[((iy & 255) << 8) | (ix & 255)]!
            const b = lattice[(((iy + 91) & 255) << 8) | ((ix + 37) & 255)]!
            const far = ((ix + a - cx) ** 2 + (iy + b - cy) ** 2) / (0.55 + a * 0.6)
            if (far < near) near = far
          }
          return Math.max(0, 1 - near * 1.15)
        }
        const tree = crown(x * 92, v * 92)
        const shade = crown(x * 92 + 0.3, v * 92 + 0.3)
        const wood = smooth(0.12, 0.2, h + (fbm(x * 9, v * 9, 4) - 0.5) * 0.34)
        const rock = blend(
          rgb(0x4b4541),
          rgb(0xb0a496),
          clamp(0.5 + relief * 2.2 + (fbm(x * 40, v * 40, 3) - 0.5)),
        )
        const leaf = blend(
          rgb(0x0f2418),
          rgb(0x54722f),
          clamp(
            tree * 0.42 +
              (tree - shade) * 0.42 +
              relief * 0.9 +
              (fbm(x * 7 + 3, v * 7, 3) - 0.4) * 0.7,
          ),
        )
        set(out, blend(rock, leaf, wood))
        return
      }
      const d = -h
      const sand = smooth(0.16, 0.0, d)
      const wave = noise(x * 60 + v * 14, v * 70) * 0.5 + noise(x * 150, v * 140 - x * 40) * 0.5
      const deep = blend(
        rgb(0x2fb3b0),
        rgb(0x06324f),
        smooth(0.02, 0.62, d + (fbm(x * 4, v * 4 + 30, 4) - 0.5) * 0.2),
      )
      const weed = smooth(0.52, 0.7, fbm(x * 8 + 50, v * 8, 4)) * smooth(0.5, 0.08, d) * 0.45
      set(
        out,
        blend(blend(deep, rgb(0xe9dcb4), sand ** 1.5 * 0.85), rgb(0x12504f), weed * (1 - sand)),
      )
      add(out, [1, 1, 1], (wave - 0.5) * 0.075 * smooth(0, 0.1, d))
      const foam =
        Math.exp(-(((d - 0.012 - wave * 0.03) / 0.014) ** 2)) *
          smooth(0.3, 0.6, fbm(x * 26, v * 26, 4)) +
        Math.exp(-(((d - 0.075 - (fbm(x * 6, v * 6, 3) - 0.5) * 0.06) / 0.007) ** 2)) *
          0.5 *
          smooth(0.4, 0.62, fbm(x * 34 + 8, v * 34, 3))
      toward(out, [0.97, 0.98, 0.97], clamp(foam * 1.15) * 0.9)
      // Wake of a boat heading up and right.
      const ax = u - 0.8
      const ay = (v - 0.42) / aspect
      const along = -ax * 0.5 + ay * 0.866
      const off = Math.abs(ax * 0.866 + ay * 0.5)
      if (along > 0 && along < 0.32) {
        const fade = (1 - along / 0.32) ** 1.4
        const arm = Math.exp(-(((off - along * 0.2 - 0.002) / (0.0016 + along * 0.02)) ** 2))
        const mid = Math.exp(-((off / (0.0025 + along * 0.012)) ** 2))
        toward(out, [0.96, 0.99, 1], clamp((arm * 0.75 + mid * 0.6) * fade * (0.45 + wave)))
      }
      const hull = smooth(
        1.15,
        0.85,
        Math.hypot(off / 0.0033, (along + 0.004) / (along < 0 ? 0.013 : 0.007)),
      )
      if (hull > 0)
        toward(
          out,
          Math.abs(along) < 0.003 && off < 0.002 ? [0.2, 0.26, 0.32] : [0.98, 0.97, 0.95],
          hull,
        )
    })
    return { bloom: 0.15, threshold: 0.85, contrast: 1.06, vignette: 0.18 }
  },

  harbour: async (p, next, svg) => {
    const hor = 0.6
    const sky = ramp([0, 0x7f9fc0], [0.6, 0xc9d3dc], [1, 0xf4e6d2])
    paint(p, 0, hor + 0.01, 2, (u, v, out) => {
      sky(v / hor, out)
      toward(out, [0.98, 0.95, 0.92], smooth(0.45, 0.7, cloud(u, v, hor, 0.4, 17)) * 0.75)
    })
    for (let n = 0; n < 2; n++) {
      for (let x = 0; x < p.w; x++) {
        const u = x / p.w
        const top =
          ([0.2, 0.34][n]! +
            smooth(0.1, 1, u) * [0.1, -0.06][n]! -
            (ridged(u * 1.6 + n * 4 + 2, 4, 6) - 0.4) * 0.15) *
          p.h
        for (let y = Math.floor(top); y < hor * p.h; y++) {
          const d = (y - top) / p.h
          const t = fbm(u * 60, (y / p.h) * 90, 3)
          const c = blend(
            [0.24 + t * 0.16, 0.3 + t * 0.2, 0.22 + t * 0.1],
            rgb(0xd3d9dc),
            clamp((n === 0 ? 0.62 : 0.28) + d * 1.5),
          )
          dot(p, x, y, c, y < top ? 1 - (top - y) : 1)
        }
      }
    }
    const tones = [
      '#b5382c',
      '#e0a63a',
      '#f0e7d6',
      '#8d2f2a',
      '#c9772f',
      '#4f6f63',
      '#d9c7a0',
      '#a5402f',
      '#e6b95a',
      '#6f8596',
      '#f2ece0',
      '#b94d36',
    ]
    let body = ''
    let x = -30
    for (let i = 0; x < 1640; i++) {
      const wide = 112 + next() * 44
      const tall = 128 + next() * 62
      const top = 632 - tall
      const peak = top - wide * (0.42 + next() * 0.16)
      const tone = tones[i % tones.length]!
      const boards = Array.from(
        { length: Math.floor(tall / 7) },
        (_, k) =>
          `<path d="M${x} ${top + k * 7}h${wide}" stroke="#000" stroke-opacity="${0.05 + next() * 0.09}"/>`,
      ).join('')
      let windows = ''
      for (let r = 0; r < Math.floor((tall - 34) / 40); r++) {
        for (let k = 0; k < 3; k++) {
          const wx = x + wide * (0.14 + k * 0.28)
          const wy = top + 10 + r * 40
          windows += `<rect x="${wx - 2.5}" y="${wy - 2.5}" width="25" height="31" fill="#f3eee4"/><rect x="${wx}" y="${wy}" width="20" height="26" fill="${next() > 0.68 ? '#f4c877' : '#3d4d5a'}"/><path d="M${wx + 10} ${wy}v26M${wx} ${wy + 12}h20" stroke="#f3eee4" stroke-width="2"/>`
        }
      }
      body += `<path d="M${x} 640V${top}L${x + wide / 2} ${peak} ${x + wide} ${top}V640Z" fill="${tone}"/>${boards}<path d="M${x} 640V${top}L${x + wide / 2} ${peak} ${x + wide} ${top}V640Z" fill="url(#side)"/><path d="M${x - 5} ${top + 4}L${x + wide / 2} ${peak - 3} ${x + wide + 5} ${top + 4}" fill="none" stroke="#3a3336" stroke-width="7"/>${windows}<rect x="${x + wide / 2 - 10}" y="${peak + 34}" width="20" height="24" fill="#3d4d5a" stroke="#f3eee4" stroke-width="3"/><path d="M${x + wide * 0.38} 640v-40h${wide * 0.24}v40Z" fill="#3c2a24" stroke="#f3eee4" stroke-width="2.500"/>`
      x += wide + 1
    }
    const quay = `<rect x="-10" y="628" width="1620" height="14" fill="#6e645c"/><rect x="-10" y="636" width="1620" height="10" fill="#2e2825"/>`
    const boat = (bx: number, by: number, s: number, hull: string, sail: boolean): string =>
      `<g transform="translate(${bx} ${by}) scale(${s})"><path d="M-92-26C-60-14 60-14 108-38 100-4 84 16 70 18H-66C-80 12-90-8-92-26Z" fill="${hull}"/><path d="M-92-26C-60-14 60-14 108-38L106-30C60-6-60-6-91-19Z" fill="#f4efe6"/><path d="M-92-26C-60-14 60-14 108-38 100-4 84 16 70 18H-66C-80 12-90-8-92-26Z" fill="url(#hull)"/>${sail ? '<path d="M4-20V-250" stroke="#e9e3d8" stroke-width="4.500"/><path d="M4-42H-84" stroke="#d8cfc0" stroke-width="8"/><path d="M4-246L104-34M4-246L-90-26" stroke="#46474c" stroke-width="1"/>' : '<path d="M-58-22V-74H10V-20Z" fill="#f1ebe0"/><path d="M-64-74H16V-82H-64Z" fill="#7b2f28"/><path d="M-50-64h22v20h-22ZM-20-64h22v20h-22Z" fill="#35444f"/><path d="M40-22V-130M40-126L-40-86" stroke="#4a4038" stroke-width="4"/>'}</g>`
    await svg(
      `<defs><linearGradient id="side"><stop stop-color="#fff2d8" stop-opacity=".22"/><stop offset="1" stop-color="#1a2233" stop-opacity=".3"/></linearGradient><linearGradient id="hull" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".12"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient></defs>${body}${quay}`,
    )
    water(p, {
      horizon: hor + 0.004,
      throwY: 0.055,
      scale: 0.5,
      deep: rgb(0x1d3a44),
      mirror: [0.8, 0.48],
    })
    const fleet: readonly (readonly [number, number, number, string, boolean])[] = [
      [250, 704, 0.8, '#24507a', false],
      [610, 690, 0.72, '#f0ece4', true],
      [905, 760, 1.1, '#7d2a24', false],
      [1330, 728, 1.05, '#20384a', true],
    ]
    // Darkened water under a boat is most of what makes it float.
    for (const [bx, by, s] of fleet) {
      paint(p, by / 1067 - 0.01, by / 1067 + 0.16, 1, (u, v, out) => {
        const d = v * 1067 - by
        const ripple = (noise(v * 160, u * 6) - 0.5) * 0.016 * (d / 40)
        const e = Math.abs(u + ripple - bx / 1600) / (0.062 * s)
        if (d > -4)
          toward(out, [0.09, 0.13, 0.15], smooth(1.1, 0.8, e) * smooth(74 * s, 8, d) * 0.72)
      })
    }
    await svg(
      `<defs><linearGradient id="hull" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".12"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient></defs>${fleet.map((f) => boat(...f)).join('')}`,
    )
    return { bloom: 0.22, threshold: 0.8, contrast: 1.1, warm: 0.012 }
  },

  'still-life': (p) => {
    // A small ray tracer: four lemons, a bowl-like sphere and a table by a window at the left.
    type Ball = {
      x: number
      y: number
      z: number
      a: number
      b: number
      turn: number
      kind: 'lemon' | 'pot'
    }
    const balls: readonly Ball[] = [
      { x: -0.95, y: 0.42, z: 3.2, a: 0.6, b: 0.42, turn: 0.5, kind: 'lemon' },
      { x: -0.2, y: 0.4, z: 2.6, a: 0.56, b: 0.4, turn: -0.35, kind: 'lemon' },
      { x: 1.66, y: 0.39, z: 2.75, a: 0.55, b: 0.39, turn: 0.9, kind: 'lemon' },
      { x: 0.72, y: 0.92, z: 3.9, a: 0.92, b: 0.92, turn: 0, kind: 'pot' },
    ]
    const sun = [-0.72, 0.58, -0.38] as const
    paint(p, 0, 1, 1, (u, v, out) => {
      const dx = (u - 0.47) * 1.5
      const dy = 0.36 - v
      const ox = 0,
        oy = 1.3,
        oz = -1.3
      const len = Math.hypot(dx, dy, 1.25)
      const rx = dx / len,
        ry = dy / len,
        rz = 1.25 / len
      let best = 1e9
      let hit: Ball | undefined
      for (const b of balls) {
        // Ellipsoids: the ray is squeezed into the space where the ellipsoid is a unit sphere.
        const c = Math.cos(b.turn),
          s = Math.sin(b.turn)
        const px = ox - b.x,
          pz = oz - b.z
        const ex = (px * c + pz * s) / b.a,
          ey = (oy - b.y) / b.b,
          ez = (pz * c - px * s) / b.b
        const fx = (rx * c + rz * s) / b.a,
          fy = ry / b.b,
          fz = (rz * c - rx * s) / b.b
        const A = fx * fx + fy * fy + fz * fz
        const B = ex * fx + ey * fy + ez * fz
        const D = B * B - A * (ex * ex + ey * ey + ez * ez - 1)
        if (D <= 0) continue
        const t = (-B - Math.sqrt(D)) / A
        if (t > 0 && t < best) {
          best = t
          hit = b
        }
      }
      const table = ry < 0 ? -oy / ry : 1e9
      const zt = oz + rz * table
      const shadowAt = (x: number, y: number, z: number, not?: Ball): number => {
        let lit = 1
        for (const b of balls) {
          if (b === not) continue
          const qx = b.x - x,
            qy = b.y - y,
            qz = b.z - z
          const t = qx * sun[0] + qy * sun[1] + qz * sun[2]
          if (t <= 0) continue
          const m = Math.hypot(qx - sun[0] * t, qy - sun[1] * t, qz - sun[2] * t)
          lit *= smooth(-0.1 - t * 0.16, 0.1 + t * 0.16, m - (b.a + b.b) * 0.47)
        }
        return lit
      }
      if (hit && best < table) {
        const b = hit
        const x = ox + rx * best,
          y = oy + ry * best,
          z = oz + rz * best
        const c = Math.cos(b.turn),
          s = Math.sin(b.turn)
        const lx = ((x - b.x) * c + (z - b.z) * s) / b.a,
          ly = (y - b.y) / b.b,
          lz = ((z - b.z) * c - (x - b.x) * s) / b.b
        let nx = (lx / b.a) * c - (lz / b.b) * s,
          ny = ly / b.b,
          nz = (lx / b.a) * s + (lz / b.b) * c
        if (b.kind === 'lemon') {
          const bump = (n: number) => noise(lx * 26 + n * 9, Math.atan2(ly, lz) * 11 + n) - 0.5
          nx += bump(1) * 0.42
          ny += bump(2) * 0.42
          nz += bump(3) * 0.42
        }
        const l = 1 / Math.hypot(nx, ny, nz)
        nx *= l
        ny *= l
        nz *= l
        const lambert = Math.max(0, nx * sun[0] + ny * sun[1] + nz * sun[2])
        const shade = shadowAt(x, y, z, b)
        const hx = sun[0] - rx,
          hy = sun[1] - ry,
          hz = sun[2] - rz
        const spec = Math.max(0, (nx * hx + ny * hy + nz * hz) / Math.hypot(hx, hy, hz))
        const floor = Math.max(0, -ny) * 0.24 * smooth(0.9, 0, y)
        const around = 0.2 + 0.12 * ny + floor
        const ao = smooth(-0.12, 0.4, y)
        let base: Colour
        if (b.kind === 'lemon') {
          const end = smooth(0.78, 0.99, Math.abs(lx))
          base = blend(
            blend([0.99, 0.76, 0.08], [0.93, 0.86, 0.2], noise(lx * 2.2 + b.x, ly * 2)),
            [0.66, 0.6, 0.14],
            end * 0.65,
          )
        } else {
          const glaze = smooth(0.4, 0.52, ly + (fbm(Math.atan2(lx, lz) * 2.4, 3, 3) - 0.5) * 0.28)
          base = blend([0.72, 0.62, 0.52], [0.16, 0.31, 0.42], 1 - glaze)
          base = blend(base, [0.88, 0.82, 0.74], smooth(0.6, 0.75, fbm(lx * 22, ly * 22, 3)) * 0.25)
        }
        const k = lambert * shade * 1.05
        for (let n = 0; n < 3; n++)
          out[n] = base[n]! * (k * [1.06, 0.98, 0.84][n]! + around * ao * [0.85, 0.95, 1.15][n]!)
        if (b.kind === 'lemon') add(out, [0.1, 0.06, 0], shade * 0.6)
        add(
          out,
          [1, 0.97, 0.9],
          spec ** (b.kind === 'pot' ? 90 : 34) * shade * (b.kind === 'pot' ? 0.75 : 0.34),
        )
        return
      }
      if (table < 1e8 && zt < 6.6) {
        const x = ox + rx * table
        const z = zt
        const grain = fbm(x * 1.1 + 7, z * 16, 4) * 0.6 + noise(x * 3, z * 90) * 0.4
        const plank = Math.abs((((z + 40) * 0.85) % 1) - 0.5) > 0.488 ? 0.45 : 1
        const tone = 0.86 + 0.28 * lattice[(Math.floor((z + 40) * 0.85) * 37) & 65535]!
        const c = blend(rgb(0x4a2f1d), rgb(0xa9784c), grain)
        let ao = 1
        for (const b of balls)
          ao *=
            1 - 0.72 * Math.exp(-(((x - b.x) / (b.a * 0.6)) ** 2 + ((z - b.z) / (b.b * 0.7)) ** 2))
        const beam = 0.45 + 0.55 * smooth(3.4, 0.5, Math.abs(x + 0.5 + (z - 3) * 0.5))
        const k = (shadowAt(x, 0, z) * 0.86 * beam + 0.19) * plank * tone * ao
        set(out, [c[0] * k * 1.22, c[1] * k * 1.15, c[2] * k * 1.06])
        return
      }
      const wall = fbm(u * 6, v * 6, 5)
      const window = smooth(1.15, 0.1, Math.hypot(u - 0.02, v - 0.05))
      const frame = smooth(0.012, 0.03, Math.abs((((u * 0.94 + v * 0.34) * 4.2) % 1) - 0.5) * 0.24)
      const k = 0.3 + window * (0.42 + 0.26 * frame)
      set(out, [(0.62 + wall * 0.12) * k, (0.66 + wall * 0.1) * k, (0.62 + wall * 0.1) * k])
    })
    return { bloom: 0.22, threshold: 0.75, contrast: 1.1, vignette: 0.4, warm: 0.012 }
  },

  stairs: (p) => {
    const aspect = p.w / p.h
    paint(p, 0, 1, 1, (u, v, out) => {
      const x = (u - 0.52) * aspect
      const y = v - 0.47
      const r = Math.hypot(x, y * 0.94) + 1e-4
      const angle = Math.atan2(y, x) / (Math.PI * 2)
      const spiral = Math.log(r) * 1.28 - angle
      const turn = Math.floor(spiral)
      const f = spiral - turn
      const n = (turn + angle) * 26 + 4000
      const tread = n - Math.floor(n)
      const depth = smooth(-2.6, 0.3, Math.log(r) + 0.1)
      const far = blend(rgb(0x2a2320), rgb(0xffffff), 0.1 + depth * 0.9)
      const facing = 0.62 + 0.38 * Math.cos((angle + 0.36) * Math.PI * 2)
      let c: Colour
      if (f < 0.1)
        c = blend(rgb(0x23130d), rgb(0x9a5a31), Math.sin((f / 0.1) * Math.PI) ** 1.6 * facing)
      else if (f < 0.36) {
        const bar = Math.abs((n % 1) - 0.5)
        c = blend(
          blend(rgb(0x6e6358), rgb(0xe4d8c6), smooth(0.1, 0.36, f) * facing),
          rgb(0x1a1513),
          smooth(0.1, 0.04, bar) * 0.85,
        )
      } else if (f < 0.8) {
        const riser = smooth(0.72, 1, tread)
        c = blend(rgb(0xc8b69c), rgb(0xf5e9d6), tread * 0.8 * facing + 0.2 * facing)
        c = blend(c, rgb(0x5b4a3c), riser * 0.8)
        c = blend(c, rgb(0x47382e), smooth(0.5, 0.36, f) * 0.65)
        const marble = ridged(x * 14 + turn, y * 14, 4)
        c = blend(c, rgb(0xa89680), smooth(0.7, 1, marble) * 0.25)
      } else {
        const under = (f - 0.8) / 0.2
        c = blend(rgb(0xe9dcc8), rgb(0x4a3c32), under * 0.85 + (1 - facing) * 0.3)
      }
      const grime = 0.9 + 0.16 * fbm(x * 20, y * 20, 4)
      const k = (0.34 + 1.05 * facing) * grime
      set(out, [c[0] * far[0] * k * 1.1, c[1] * far[1] * k * 1.06, c[2] * far[2] * k])
      add(out, [1, 0.86, 0.62], Math.exp(-r * r * 260) * 0.95)
    })
    return { bloom: 0.35, threshold: 0.7, contrast: 1.1, vignette: 0.42 }
  },

  'city-rain': (p, next) => {
    const sky = ramp([0, 0x0b1020], [0.5, 0x1b2238], [0.7, 0x2a2434], [1, 0x0a0b12])
    paint(p, 0, 1, 2, (u, v, out) => {
      sky(v, out)
      add(
        out,
        [0.5, 0.26, 0.16],
        Math.exp(-(((v - 0.56) / 0.2) ** 2)) * (0.3 + 0.5 * fbm(u * 3, v * 3, 3)),
      )
    })
    const hues = [
      rgb(0xffb14a),
      rgb(0xff7a32),
      rgb(0xff3a2c),
      rgb(0xffe2ad),
      rgb(0x4fd0c9),
      rgb(0x6f8bff),
      rgb(0xff4f86),
    ]
    const bokeh = (u: number, v: number, r: number, c: Colour, k: number): void => {
      const cx = u * p.w
      const cy = v * p.h
      for (let y = Math.max(0, Math.floor(cy - r)); y <= Math.min(p.h - 1, cy + r); y++) {
        for (let x = Math.max(0, Math.floor(cx - r)); x <= Math.min(p.w - 1, cx + r); x++) {
          const d = Math.hypot(x - cx, y - cy) / r
          const a = clamp((1 - d) * r * 0.5) * (0.72 + 0.34 * d * d * d) * k
          const i = (y * p.w + x) * 3
          p.px[i]! += c[0] * a
          p.px[i + 1]! += c[1] * a
          p.px[i + 2]! += c[2] * a
        }
      }
    }
    for (let i = 0; i < 180; i++) {
      const lane = next()
      const v = 0.57 + (next() + next() - 1) * (lane > 0.5 ? 0.36 : 0.09)
      bokeh(
        next(),
        v > 0.66 ? 0.66 - (v - 0.66) * 1.2 : v,
        (15 + next() ** 2 * 50) * p.s,
        hues[Math.floor(next() ** 1.5 * hues.length)]!,
        0.13 + next() ** 3 * 0.6,
      )
    }
    // Wet asphalt: the same lights, pulled long.
    const source = p.px.slice()
    paint(p, 0.66, 1, 1, (u, v, out) => {
      const d = v - 0.66
      const wobble = (noise(u * 30, v * 110) - 0.5) * 0.03 + (noise(u * 90, v * 300) - 0.5) * 0.01
      const sx = Math.round(clamp(u + wobble) * (p.w - 1))
      const sy = Math.round((0.66 - d * 0.72 + (noise(u * 14, v * 50) - 0.5) * 0.14) * p.h)
      const j = (Math.min(sy, Math.floor(0.66 * p.h)) * p.w + sx) * 3
      for (let k = 0; k < 3; k++) out[k] = out[k]! * 0.3 + source[j + k]! * (0.72 - d * 0.7)
    })
    // Drops on the pane: small lenses that show the street upside down.
    const street = p.px.slice()
    for (let i = 0; i < 620; i++) {
      const r = (1.6 + next() ** 4 * 15) * p.s
      const cx = next() * p.w
      const cy = next() * p.h
      const long = 1 + next() * 0.35
      for (let y = Math.floor(cy - r * long); y <= cy + r * long; y++) {
        for (let x = Math.floor(cx - r); x <= cx + r; x++) {
          if (x < 0 || y < 0 || x >= p.w || y >= p.h) continue
          const ex = (x - cx) / r
          const ey = (y - cy) / (r * long)
          const d = Math.hypot(ex, ey)
          if (d > 1) continue
          const sx = Math.min(p.w - 1, Math.max(0, Math.round(cx - ex * 130 * p.s)))
          const sy = Math.min(p.h - 1, Math.max(0, Math.round(cy - ey * 230 * p.s)))
          const j = (sy * p.w + sx) * 3
          const k = (1 - 0.72 * d ** 4) * 1.18
          const light =
            Math.max(0, -ey - 0.45) * 0.22 + (Math.hypot(ex + 0.3, ey + 0.4) < 0.17 ? 0.35 : 0)
          dot(
            p,
            x,
            y,
            [street[j]! * k + light, street[j + 1]! * k + light, street[j + 2]! * k + light],
            clamp((1 - d) * r * 0.8),
          )
        }
      }
    }
    return { bloom: 0.5, threshold: 0.5, contrast: 1.06, vignette: 0.4, grain: 0.022 }
  },

  'snow-peaks': (p) => {
    const hor = 0.5
    const sky = ramp([0, 0x1f4f95], [0.6, 0x7fa9d0], [1, 0xe9d8cf])
    paint(p, 0, 0.75, 2, (u, v, out) => {
      sky(v / 0.62, out)
      toward(out, [1, 0.93, 0.9], smooth(0.55, 0.85, fbm(u * 3.2 + 60, v * 9, 5)) * 0.5)
    })
    land(p, {
      near: 3,
      far: 60,
      tan: 0.5,
      horizon: hor,
      eye: 3.4,
      side: 1,
      elevation: 0.4,
      shadow: 0.5,
      depthSteps: 560,
      height: (x, z) =>
        ridged(x * 0.12 + 44, z * 0.12 + 13, 9) * 6.4 * (0.55 + 0.5 * smooth(4, 26, z)) -
        smooth(8, 2, z) * 1.2,
      ...peaks({
        high: 4.5,
        snow: 0.16,
        sun: [1.12, 0.86, 0.68],
        shade: [0.36, 0.47, 0.7],
        rock: rgb(0x5d5a60),
        low: rgb(0x55585c),
        haze: rgb(0xb9c9e2),
        far: 66,
        seed: 2,
      }),
    })
    return { bloom: 0.25, threshold: 0.8, contrast: 1.08 }
  },

  'poster-sun': async (_p, _next, svg) => {
    const bands = Array.from(
      { length: 9 },
      (_, i) =>
        `<rect x="0" y="${640 + i * 46}" width="1120" height="${5 + i * 4}" fill="#f4ead7"/>`,
    ).join('')
    await svg(
      `<rect width="1120" height="1584" fill="#f4ead7"/><circle cx="560" cy="690" r="380" fill="#e4572e"/>${bands}<path d="M0 1180C240 1060 420 1240 640 1150S980 1080 1120 1170V1584H0Z" fill="#1f5c66"/><path d="M0 1290C220 1210 460 1350 680 1270S1000 1230 1120 1290V1584H0Z" fill="#143d48"/><path d="M0 1410C260 1340 500 1460 740 1390S1010 1370 1120 1410V1584H0Z" fill="#0b2530"/><g fill="none" stroke="#143d48" stroke-width="5" stroke-linecap="round"><path d="M250 300q26-26 46 0q20-26 46 0"/><path d="M370 236q18-18 32 0q14-18 32 0"/><path d="M760 214q22-22 40 0q18-22 40 0"/></g><rect x="40" y="40" width="1040" height="1504" fill="none" stroke="#143d48" stroke-width="6"/>`,
    )
    return {}
  },

  'poster-waves': async (_p, _next, svg) => {
    const tones = ['#0f2a47', '#16456b', '#1f6f8b', '#3fa7a3', '#f2c14e', '#f78154', '#e4572e']
    let body = '<rect width="1120" height="1584" fill="#f7f1e5"/>'
    for (let y = 0; y < 12; y++) {
      for (let x = 0; x < 9; x++) {
        const cx = x * 140 + (y % 2) * 70 - 35
        const cy = 190 + y * 118
        for (let r = 0; r < 4; r++)
          body += `<circle cx="${cx}" cy="${cy + 40}" r="${78 - r * 19}" fill="${r % 2 ? '#f7f1e5' : tones[(x * 2 + y * 3 + (r ? 3 : 0)) % tones.length]!}"/>`
      }
    }
    await svg(
      `${body}<rect width="1120" height="150" fill="#f7f1e5"/><rect x="60" y="84" width="1000" height="8" fill="#0f2a47"/><rect x="60" y="104" width="420" height="8" fill="#e4572e"/>`,
    )
    return {}
  },

  'poster-key': async (_p, _next, svg) => {
    await svg(
      `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#0f766e"/><stop offset="1" stop-color="#0b3b4a"/></linearGradient></defs><rect width="1200" height="1200" fill="url(#g)"/><circle cx="600" cy="600" r="430" fill="#fff" fill-opacity=".06"/><g transform="rotate(-45 600 600)"><path d="M330 600a150 150 0 1 0 300 0a150 150 0 1 0-300 0Zm90 0a60 60 0 1 1 120 0a60 60 0 1 1-120 0Z" fill="#f6efe0"/><path d="M612 560H960a40 40 0 0 1 40 40v112h-84V648H870v64h-84V648H612Z" fill="#f2b84b"/></g>`,
    )
    return {}
  },
}

/**
 * Draws one picture. The same scene and width give the same bytes on one machine, so the world can
 * be built again without every thumbnail going stale.
 */
export async function drawPicture(scene: Scene, width = 1600): Promise<Uint8Array> {
  // Imported here so that starting a service whose world is already there does not load it.
  const { default: sharp } = await import('sharp')
  const size = pictureSize(scene, width)
  if (flat.has(scene)) {
    let text = ''
    const box = scene === 'poster-key' ? '1200 1200' : '1120 1584'
    await draws[scene](plate(1, 1), random(1), async (body) => {
      text = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${box}" preserveAspectRatio="none">${body}</svg>`
    })
    return sharp(Buffer.from(text)).flatten().png({ palette: true, quality: 95 }).toBuffer()
  }
  const p = plate(size.width, size.height)
  const overlay = async (body: string): Promise<void> => {
    const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${p.w}" height="${p.h}" viewBox="0 0 1600 1067" preserveAspectRatio="none">${body}</svg>`
    const layer = await sharp(Buffer.from(text)).ensureAlpha().raw().toBuffer()
    for (let i = 0, n = p.w * p.h; i < n; i++) {
      const alpha = layer[i * 4 + 3]! / 255
      if (alpha === 0) continue
      // A touch of unevenness: perfectly even paint is what gives drawings away.
      const k = 0.94 + 0.12 * lattice[(i * 7 + (i >> 9) * 131) & 65535]!
      for (let c = 0; c < 3; c++) {
        const j = i * 3 + c
        p.px[j]! += ((layer[i * 4 + c]! / 255) * k - p.px[j]!) * alpha
      }
    }
  }
  const finish = await draws[scene](p, random(seedOf(scene)), overlay)
  const image: Sharp = sharp(develop(p, finish), { raw: { width: p.w, height: p.h, channels: 3 } })
  return image.jpeg({ quality: finish.quality ?? 82 }).toBuffer()
}
