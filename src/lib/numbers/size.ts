const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB']
/** The unit of bytes is this many of the one below. */
const unitSize = 1024
/** A number of a unit has three digits before the decimal point at most. */
const maxShown = 999
const formats = new Map<string, Intl.NumberFormat>()

function format(value: number, digits: number, language: string): string {
  const key = `${language} ${digits}`
  let found = formats.get(key)
  if (!found) {
    formats.set(key, (found = new Intl.NumberFormat(language, { maximumFractionDigits: digits })))
  }
  return found.format(value)
}

/** Megabytes get a decimal below ten, larger units below a hundred. */
function digitsFor(value: number, unit: number): number {
  if (unit >= 3) return value < 100 ? 1 : 0
  return unit === 2 && value < 10 ? 1 : 0
}

/**
 * Bytes with a no-break space: 640 B, 48 kB, 3.4 MB, 27.9 GB. A dash for values that are not a size. A unit is 1,024 of
 * the one below, as services count: an account of 100 GiB has 100 GB.
 */
export function formatBytes(bytes: number, language: string): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '—'
  let value = bytes
  let unit = 0
  // 1,000 B and 999.6 kB become 1 kB and 1 MB, the nearest values of the unit above.
  while (unit < units.length - 1 && Number(value.toFixed(digitsFor(value, unit))) > maxShown) {
    value /= unitSize
    unit += 1
  }
  return `${format(value, digitsFor(value, unit), language)}\u00a0${units[unit]}`
}
