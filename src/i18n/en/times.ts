import { plural } from '../plural.ts'

export const times = {
  never: 'Never',
  unknown: 'Unknown',
  today: 'Today',
  days: (count: number) => plural('en', count, { one: '# day', other: '# days' }),
  daysLeft: (count: number) => plural('en', count, { one: '# day left', other: '# days left' }),
  lastDay: 'Leaves today',
  hours: (count: number) => plural('en', count, { one: '# hour', other: '# hours' }),
  minutes: (count: number) => plural('en', count, { one: '# minute', other: '# minutes' }),
  seconds: (count: number) => plural('en', count, { one: '# second', other: '# seconds' }),
  inDays: (count: number) => plural('en', count, { one: 'in # day', other: 'in # days' }),
  inHours: (count: number) => plural('en', count, { one: 'in # hour', other: 'in # hours' }),
  inMinutes: (count: number) => plural('en', count, { one: 'in # minute', other: 'in # minutes' }),
}
