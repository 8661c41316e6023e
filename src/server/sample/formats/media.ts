import { text } from './text.ts'

const sampleRate = 8000
/** Semitones of a pentatonic scale. */
const scale = [0, 2, 4, 7, 9, 12, 14, 16]
const bassLine = [0, -5, -3, 2]

/** Numbers from 0 to 1 (xorshift32). */
function createRandom(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4294967296
  }
}

/** Times are seconds. */
type Note = { at: number; frequency: number; duration: number; volume: number }

function addNote(samples: Float32Array, { at, frequency, duration, volume }: Note): void {
  const from = Math.floor(at * sampleRate)
  const to = Math.min(samples.length, from + Math.floor(duration * sampleRate))
  for (let i = from; i < to; i++) {
    const t = (i - from) / sampleRate
    const envelope =
      Math.min(1, t * 80) * Math.exp((-t * 3.2) / duration) * Math.min(1, (to - i) / 200)
    const w = 2 * Math.PI * frequency * t
    const wave = Math.sin(w) + 0.35 * Math.sin(2 * w) * Math.exp(-t * 4) + 0.12 * Math.sin(3 * w)
    samples[i] = (samples[i] ?? 0) + wave * envelope * volume
  }
}

/** A quiet pentatonic tune as a WAV file: 8 kHz, 16 bits, mono. The same seed gives the same tune. */
export function melody(seconds: number, seed: number): Uint8Array {
  const samples = new Float32Array(Math.round(seconds * sampleRate))
  const random = createRandom(seed)
  const root = 196 * 2 ** (Math.floor(random() * 6) / 12)
  const beat = 0.34 + random() * 0.16
  let degree = 3
  for (let n = 0; n * beat < seconds - 0.4; n++) {
    const at = n * beat
    if (n % 8 === 0) {
      const bass = root * 2 ** ((bassLine[(n / 8) % 4] ?? 0) / 12)
      addNote(samples, { at, frequency: bass / 2, duration: beat * 7.5, volume: 0.2 })
      addNote(samples, { at, frequency: bass * 2 ** (7 / 12), duration: beat * 7, volume: 0.07 })
    }
    if (random() < 0.24) continue
    degree = Math.max(0, Math.min(7, degree + Math.round((random() - 0.5) * 4)))
    const frequency = root * 2 * 2 ** ((scale[degree] ?? 0) / 12)
    addNote(samples, { at, frequency, duration: beat * (random() < 0.3 ? 3 : 1.8), volume: 0.2 })
  }
  return wav(samples)
}

function wav(samples: Float32Array): Uint8Array {
  const dataSize = samples.length * 2
  const file = Buffer.alloc(44 + dataSize)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + dataSize, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(dataSize, 40)
  for (const [i, sample] of samples.entries()) {
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32000), 44 + i * 2)
  }
  return new Uint8Array(file)
}

/**
 * An MP4 of an `ftyp` box and an `mdat` box of zeros. It has no tracks, so players refuse it: the sample data needs a
 * file of an ordinary type that cannot be shown.
 */
export function emptyVideo(bytes = 4096): Uint8Array {
  const file = Buffer.alloc(24 + 8 + bytes)
  file.writeUInt32BE(24, 0)
  file.write('ftypisom', 4, 'latin1')
  file.writeUInt32BE(512, 12)
  file.write('isommp41', 16, 'latin1')
  file.writeUInt32BE(8 + bytes, 24)
  file.write('mdat', 28, 'latin1')
  return new Uint8Array(file)
}

/** A small logo as SVG text. */
export function svgLogo(from: string, to: string): Uint8Array {
  return text(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" role="img" aria-label="Fjordlight">
  <defs>
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
  </defs>
  <rect width="240" height="240" rx="56" fill="url(#g)"/>
  <circle cx="164" cy="76" r="24" fill="#ffe9b8"/>
  <path d="M24 176 84 88l34 48 22-30 76 70Z" fill="#fff" fill-opacity=".92"/>
  <path d="M24 190q24-14 48 0t48 0 48 0 48 0" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"/>
</svg>
`)
}
