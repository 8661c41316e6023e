import { expect, it } from 'vitest'
import { parseFirstCsvRows } from '#src/lib/csv.ts'

it.each([
  ['commas', 'Name,Seat\nMei,"1;2\t3"', '1;2\t3'],
  ['semicolons', 'Name;Seat\nMei;"1,5;2"', '1,5;2'],
  ['semicolons beside commas in the first line', 'Name, first;Seat;Row\nMei;"1,5";9', '1,5'],
  ['tabs', 'Name\tSeat\nMei\t1,5', '1,5'],
  ['tabs beside a quoted line of commas', '"a,b,c,d"\tSeat\nMei\t7', '7'],
])('reads values that are separated by %s', (_, text, seat) => {
  const { rows, total } = parseFirstCsvRows(text, 10)
  expect(rows[1]?.slice(0, 2)).toEqual(['Mei', seat])
  expect(total).toBe(2)
})

it('takes a text without any separator for one column', () => {
  expect(parseFirstCsvRows('Name\nMei', 10).rows).toEqual([['Name'], ['Mei']])
})
