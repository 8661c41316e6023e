import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

/*
 * The write-ahead log (WAL) as SQLite documents it (https://sqlite.org/fileformat2.html#walformat): a header of 32 bytes,
 * then frames of 24 bytes and a page. SQLite ignores everything behind the first frame that does not validate, so that
 * damage in the middle of a log would silently undo commits.
 */

const headerSize = 32
const frameHeaderSize = 24

/** One page in a log. */
export type WalFrame = {
  readonly page: number
  /** Pages of the database after the commit that this frame ends; 0 inside a transaction. */
  readonly pagesAfterCommit: number
  readonly content: Uint8Array
}

/** What is wrong in a log: its header, or that many frames of the current log. */
export type WalState = {
  readonly isHeaderDamaged: boolean
  /** Complete frames of this log, the valid and the others. */
  readonly frames: number
  /** Valid frames before the first invalid one: those that SQLite reads. */
  readonly readable: number
}

type Checksum = readonly [number, number]

/** SQLite's checksum of a multiple of 8 bytes, continued from `start`. */
function checksum(bytes: Buffer, isBigEndian: boolean, [first, second]: Checksum): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.byteLength; at += 8) {
    first = (first + view.getUint32(at, !isBigEndian) + second) >>> 0
    second = (second + view.getUint32(at + 4, !isBigEndian) + first) >>> 0
  }
  return [first, second]
}

function readExactly(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, position))
}

/**
 * Reads the log beside the database at `path` without changing it; `onFrame` gets each frame that validates by itself,
 * in order, also those behind a damaged one. Undefined when there is no log or it is empty.
 */
export function readWal(
  path: string,
  onFrame: (frame: WalFrame) => void = () => undefined,
): WalState | undefined {
  if (!existsSync(`${path}-wal`)) return undefined
  const file = openSync(`${path}-wal`, 'r')
  try {
    const { size } = fstatSync(file)
    // A kill while the header was written; nothing follows it.
    if (size <= headerSize) return undefined
    const header = readExactly(file, 0, headerSize)
    const magic = header.readUInt32BE(0)
    const pageSize = header.readUInt32BE(8)
    const isBigEndian = (magic & 1) === 1
    const headerSum = checksum(header.subarray(0, 24), isBigEndian, [0, 0])
    const isHeaderDamaged =
      magic >>> 1 !== 0x377f0682 >>> 1 ||
      headerSum[0] !== header.readUInt32BE(24) ||
      headerSum[1] !== header.readUInt32BE(28)
    if (isHeaderDamaged) return { isHeaderDamaged, frames: 0, readable: 0 }

    const salts = header.subarray(16, 24)
    const frameSize = frameHeaderSize + pageSize
    let sum: Checksum = headerSum
    let [frames, readable, position] = [0, 0, 0]
    for (let at = headerSize; at + frameSize <= size; at += frameSize, position++) {
      const frame = readExactly(file, at, frameSize)
      const isOfThisLog = frame.subarray(8, 16).equals(salts)
      const computed = checksum(
        frame.subarray(frameHeaderSize),
        isBigEndian,
        checksum(frame.subarray(0, 8), isBigEndian, sum),
      )
      const stored: Checksum = [frame.readUInt32BE(16), frame.readUInt32BE(20)]
      const isValid = isOfThisLog && computed[0] === stored[0] && computed[1] === stored[1]
      if (isOfThisLog) frames = position + 1
      if (isValid && readable === position) readable++
      if (isValid) {
        onFrame({
          page: frame.readUInt32BE(0),
          pagesAfterCommit: frame.readUInt32BE(4),
          content: frame.subarray(frameHeaderSize),
        })
      }
      // Each checksum continues the stored one before it, so later frames can be told from damaged ones.
      sum = stored
    }
    return { isHeaderDamaged: false, frames, readable }
  } finally {
    closeSync(file)
  }
}

/**
 * Bytes of the log beside the database at `path` that are in use. The file can be longer: once all of a log is in the
 * database file, SQLite writes the next one over it, with other salts.
 */
export function usedLogBytes(path: string): number {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (size <= headerSize) return 0
  const file = openSync(`${path}-wal`, 'r')
  try {
    const header = readExactly(file, 0, headerSize)
    const frameSize = frameHeaderSize + header.readUInt32BE(8)
    const isOfThisLog = (frame: number) =>
      readExactly(file, headerSize + frame * frameSize + 8, 8).equals(header.subarray(16, 24))
    // Frames of this log come before those of older ones.
    let [used, end] = [0, Math.floor((size - headerSize) / frameSize)]
    while (used < end) {
      const middle = (used + end) >>> 1
      if (isOfThisLog(middle)) used = middle + 1
      else end = middle
    }
    return headerSize + used * frameSize
  } finally {
    closeSync(file)
  }
}

/**
 * Why SQLite would lose commits in the log beside the database at `path`, or undefined when it would not. One invalid
 * frame at the end is what a power cut during a write leaves, and no commit that was synced.
 */
export function walFault(path: string): string | undefined {
  const state = readWal(path)
  if (state === undefined) return undefined
  if (state.isHeaderDamaged) return 'the header of its write-ahead log is damaged'
  const behind = state.frames - state.readable - 1
  return behind > 0
    ? `frame ${state.readable + 1} of its write-ahead log is damaged, and ${behind} more follow`
    : undefined
}
