import { describe, expect, it } from 'vitest'
import { localeOf } from '#src/i18n/language.ts'
import { formatDistinctTimes } from '#src/lib/distinct-times.ts'
import { formatSinceTime } from '#src/lib/since.ts'
import {
  formatDate,
  formatWeekdayDate,
  formatDateTime,
  formatRelative,
  parseTime,
} from '#src/lib/time.ts'

const at = (text: string) => new Date(text).getTime()
const now = at('2026-11-21T15:00:00')

describe('reading a time', () => {
  it.each([
    ['2026-11-21T15:00:00Z', Date.UTC(2026, 10, 21, 15)],
    ['2026-11-21T15:00:00.123456789Z', Date.UTC(2026, 10, 21, 15, 0, 0, 123)],
    ['2026-11-21T15:00:00.5+08:00', Date.UTC(2026, 10, 21, 7, 0, 0, 500)],
    ['2026-11-21T15:00:00', Date.UTC(2026, 10, 21, 15)],
  ])('%s', (text, ms) => {
    expect(parseTime(text)).toBe(ms)
  })

  it.each([
    '0001-01-01T00:00:00Z',
    '0000-00-00T00:00:00Z',
    '',
    'soon',
    '2026-13-45T99:00:00Z',
    null,
    undefined,
  ])('knows that %j is none', (text) => {
    expect(parseTime(text)).toBeNull()
  })
})

describe('a time beside now', () => {
  it.each([
    ['2026-11-21T14:59:30', 'Just now'],
    ['2026-11-21T14:56:00', '4 min ago'],
    ['2026-11-21T09:00:00', '6 hr ago'],
    ['2026-11-20T10:00:00', 'Yesterday'],
    ['2026-11-18T23:00:00', '3 days ago'],
    ['2026-11-21T15:00:20', 'in 1 min'],
    ['2026-11-21T18:30:00', 'in 3 hr'],
    ['2026-11-22T21:00:00', 'Tomorrow'],
    ['2026-11-23T16:16:00', 'in 2 days'],
    ['2026-07-10T12:00:00', 'Jul 10'],
    ['2024-08-02T12:00:00', 'Aug 2, 2024'],
    ['2027-01-03T12:00:00', 'Jan 3, 2027'],
  ])('%s is %s', (text, words) => {
    expect(formatRelative(at(text), now, 'en')).toBe(words)
  })

  it('counts across midnight in hours while it is near', () => {
    expect(formatRelative(at('2026-11-20T23:00:00'), at('2026-11-21T01:00:00'), 'en')).toBe(
      '2 hr ago',
    )
  })

  it('stays small inside a sentence', () => {
    expect(formatRelative(at('2026-11-22T21:00:00'), now, 'en', { inSentence: true })).toBe(
      'tomorrow',
    )
  })

  it('is in Chinese, with spaces around numbers as in all sentences', () => {
    expect(formatRelative(at('2026-11-21T14:56:00'), now, 'zh-CN')).toBe('4 分钟前')
    expect(formatRelative(at('2026-11-20T10:00:00'), now, 'zh-CN')).toBe('昨天')
    expect(formatRelative(now, now, 'zh-CN')).toBe('刚刚')
  })
})

it('writes dates as the English of the browser writes them', () => {
  const british = localeOf('en', ['zh-CN', 'en-GB', 'en-US'])
  expect(formatDate(at('2026-11-23T16:16:00'), now, british)).toBe('23 Nov')
  // Versions of the CLDR differ in the comma.
  expect(formatWeekdayDate(at('2026-11-24T16:16:00'), now, british)).toMatch(/^Tue,? 24 Nov$/)
  expect(formatDateTime(at('2026-11-23T16:16:00'), british)).toMatch(/^Mon,? 23 Nov 2026,? 16:16$/)
  expect(formatRelative(now, now, british)).toBe('Just now')
  expect(localeOf('en', ['de'])).toBe('en')
  expect(localeOf('zh-CN', ['zh-TW', 'en-GB'])).toBe('zh-CN')
})

it('writes the year of a day in another year', () => {
  expect(formatWeekdayDate(at('2026-12-31T23:59:00'), now, 'en')).toBe('Thu, Dec 31')
  expect(formatWeekdayDate(at('2027-01-01T00:00:00'), now, 'en')).toBe('Fri, Jan 1, 2027')
  expect(formatWeekdayDate(at('2025-11-24T16:16:00'), now, 'en')).toBe('Mon, Nov 24, 2025')
  expect(formatWeekdayDate(at('2027-01-01T00:00:00'), now, 'zh-CN')).toMatch(/^2027 年 1 月 1 日/)
})

it('writes dates short and exact ones whole', () => {
  expect(formatDate(at('2026-11-23T16:16:00'), now, 'en')).toBe('Nov 23')
  expect(formatDateTime(at('2026-11-23T16:16:00'), 'en')).toBe('Mon, Nov 23, 2026, 16:16')
})

it.each([
  ['a time of today', '2026-11-22T09:05:00', '09:05'],
  ['yesterday', '2026-11-21T23:59:00', 'Saturday'],
  ['a day of the last six', '2026-11-16T08:00:00', 'Monday'],
  ['the same weekday a week ago', '2026-11-15T08:00:00', 'Nov 15'],
  ['a year ago', '2025-11-22T08:00:00', 'Nov 22, 2025'],
])('"since" is followed by %s', (_what, at, words) => {
  const now = new Date('2026-11-22T14:30:00').getTime()
  expect(formatSinceTime(new Date(at).getTime(), now, 'en')).toBe(words)
})

it('F4 versions of one minute, and of one second, have names that differ', () => {
  const times = [
    [9, 5, 41],
    [9, 5, 41],
    [9, 5, 7],
    [8, 0, 0],
  ].map(([hour, minute, second]) => new Date(2026, 10, 24, hour, minute, second).getTime())
  expect(formatDistinctTimes(times, 'en').map((name) => /\d\d:\d\d.*$/.exec(name)?.[0])).toEqual([
    '09:05:41 (2)',
    '09:05:41 (1)',
    '09:05:07',
    '08:00',
  ])
})
