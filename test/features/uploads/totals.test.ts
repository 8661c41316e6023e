import { expect, test } from 'vitest'
import {
  uploadTotals,
  uploadTotalsSummary,
  uploadTotalsTitle,
} from '#src/features/uploads/panel/upload-totals.ts'
import type { Upload } from '#src/features/uploads/upload-rows.ts'
import { en } from '#src/i18n/en/catalogue.ts'
import { uploads as messages } from '#src/i18n/en/operations/uploads.ts'

const size = 1_000_000

const upload = (id: number, state: Upload['state']): Upload => ({
  id,
  name: `IMG_${id}.jpg`,
  folder: 'svc://my/Work',
  size,
  sent: state === 'done' ? size : 0,
  state,
  failure: undefined,
  canRetry: true,
})

const totals = uploadTotals(
  Array.from({ length: 300 }, (_, at) =>
    upload(at, at < 23 ? 'done' : at < 25 ? 'sending' : 'waiting'),
  ),
)
const summary = (isOnline: boolean) => uploadTotalsSummary(totals, size, isOnline, messages, 'en')

test('F2 the uploads are counted upwards, with the time that is left', () => {
  expect(uploadTotalsTitle(totals, true, en, messages)).toBe('23 of 300 uploaded')
  expect(summary(true)).toMatch(/^22\sMB of 286\sMB · about 5 min left$/)
})

test('F2, G9 no time is said to be left offline', () => {
  expect(summary(false)).toMatch(/^22\sMB of 286\sMB$/)
})

const totalsOf = (states: Partial<Record<Upload['state'], number>>) =>
  uploadTotals(
    Object.entries(states).flatMap(([state, count]) =>
      Array.from({ length: count }, (_, at) => upload(at, state as Upload['state'])),
    ),
  )

test('F2 what is paused takes no time', () => {
  const some = totalsOf({ done: 20, sending: 2, waiting: 118, paused: 160 })
  expect(uploadTotalsSummary(some, size, true, messages, 'en')).toMatch(/ · about 2 min left$/)
})

test('F2 what has failed is still one of those that were to be uploaded', () => {
  const some = totalsOf({ done: 23, sending: 2, waiting: 270, failed: 5 })
  expect(uploadTotalsTitle(some, true, en, messages)).toBe('23 of 300 uploaded')
})
