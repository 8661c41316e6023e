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
