import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RenderOptions } from '../../dom/harness.tsx'
import { downloadButton as download, openFile } from './fixtures.tsx'

/** What the page asks of the contents of files, and how much of them is sent. */
function watchContents({ knowsRanges = true } = {}) {
  const seen = { ranges: [] as (string | null)[], bytes: 0 }
  const between: RenderOptions['between'] = (service) => ({
    fetch: async (request) => {
      if (!request.url.includes('/file/content/')) return service.fetch(request)
      seen.ranges.push(request.headers.get('range'))
      const passed = knowsRanges ? request : new Request(request.url)
      const answer = await service.fetch(passed)
      const all = new Uint8Array(await answer.arrayBuffer())
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const piece = all.subarray(sent, sent + 64 * 1024)
          sent += piece.length
          seen.bytes = sent
          if (piece.length > 0) controller.enqueue(piece)
          else controller.close()
        },
      })
      return new Response(body, answer)
    },
    elsewhere: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  return { seen, between }
}

describe('F7 long separated values behind a link are shown', () => {
  const lines = (count: number, width: number) =>
    ['Name,Seat', ...Array.from({ length: count }, (_, n) => `${'x'.repeat(width)},${n}`)].join(
      '\n',
    )
  const lastSeats = async (count: number) => {
    const table = await screen.findByRole('region', { name: 'Guests.csv' })
    // A search by role through so many cells takes seconds.
    expect(table.querySelectorAll('tbody tr')).toHaveLength(count)
    return table.querySelector('tbody tr:last-child td:last-child')?.textContent
  }

  it('as a table of their first 1,000 rows, of which no more is fetched', async () => {
    const { seen, between } = watchContents()
    await openFile('Guests.csv', {}, { text: lines(3_000, 700), between })
    expect(await lastSeats(1_000)).toBe('999')
    expect(screen.getByText('The first 1,000 rows')).toBeInTheDocument()
    expect(seen).toEqual({ ranges: ['bytes=0-1048575'], bytes: 1024 * 1024 })
  })

  it('that are cut in the middle of a row: the row is left out, also one with line breaks', async () => {
    const text = `${lines(9, 100_000)}\n"a\nb${'c'.repeat(200_000)}\nd",9\n${lines(9, 100_000)}`
    await openFile('Guests.csv', {}, { text })
    expect(await lastSeats(9)).toBe('8')
    expect(screen.getByText(/^The first 9 rows$/)).toBeInTheDocument()
  })

  it('of a service that knows no ranges: what comes behind them is broken off', async () => {
    const { seen, between } = watchContents({ knowsRanges: false })
    await openFile('Guests.csv', {}, { text: lines(8_000, 700), between })
    expect(await lastSeats(1_000)).toBe('999')
    expect(seen.bytes).toBeLessThan(2 * 1024 * 1024)
  })

  it('says it where no row ends within the part that is read', async () => {
    await openFile('Guests.csv', {}, { text: 'x'.repeat(2 * 1024 * 1024) })
    expect(await screen.findByText('Guests.csv is too large to be shown here.')).toBeVisible()
  })

  it('is downloaded only where downloads are limited: none is spent on a part', async () => {
    const { asked } = await openFile(
      'Guests.csv',
      { remainDownloads: 2 },
      { text: lines(3_000, 700) },
    )
    await download()
    expect(await screen.findByText(/there is no preview/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull()
    expect(asked()).toBe(0)
  })
})
