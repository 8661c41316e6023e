import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'en')

export const viewer = {
  previous: 'Previous',
  next: 'Next',
  undoDeletion: 'Undo the deletion',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitToWindow: 'Fit to screen',
  percent: (percent: number) => `${n(percent)} %`,
  place: (at: number, count: number) => `${n(at)} of ${n(count)}`,
  notShown: 'This picture cannot be shown',
  notShownText: 'It may be damaged, or this browser cannot show its format.',
  /** The accessible name of the browser's own player. */
  player: (name: string) => `${name}, player`,
  notPlayed: {
    video: 'This video can’t be played here.',
    audio: 'This recording can’t be played here.',
  },
  notPlayedText: 'It may be damaged, or this browser cannot play its format.',
  huge: 'This picture is very large',
  hugeText: (size: string) => `It has ${size}. Showing it may slow down your device.`,
  megapixels: (count: number) => `${count} megapixels`,
  showAnyway: 'Show anyway',
}
