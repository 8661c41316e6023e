import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { domState } from '../../dom/dom-state.ts'
import { renderApp, type RenderOptions } from '../../dom/harness.tsx'
import { callService, linksOfMei } from '../../processes/service-api.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** The page of a link to Mei's file, seen by nobody in particular. */
async function openFile(
  name: string,
  share: { remainDownloads?: number; downloaded?: number } = {},
  { text = 'It rained.\n<b>All day.</b>', ...options }: RenderOptions & { text?: string } = {},
) {
  let id = ''
  const app = await renderApp({
    as: null,
    isStrict: false,
    seed: ({ service: { seed }, mei }) => {
      id = seed.addShare(seed.addFile(mei, [name], { contents: bytes(text) }), share)
    },
    path: () => `/s/${id}`,
    ...options,
  })
  const link = async () => (await linksOfMei(app)).find((each) => each.id === id)
  const asked = () => app.requests.filter(({ path }) => path === '/file/url').length
  const downloaded = async () => (await link())?.downloaded ?? 0
  const end = () => callService(app.service, 'DELETE', `/share/${id}`, { as: app.mei })
  return { ...app, asked, downloaded, link, end }
}

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

const download = () => screen.findByRole('button', { name: 'Download' })
const src = /^\/api\/v4\/file\/content\//

describe('F7 the page of a link shows what it leads to', () => {
  it('a photo', async () => {
    const { asked } = await openFile('Fjord.jpg')
    const image = await screen.findByRole('img', { name: 'Fjord.jpg' })
    expect(image).toHaveAttribute('src', expect.stringMatching(src))
    expect(await download()).toBeVisible()
    expect(asked()).toBe(1)
  })

  it('a text, which is never markup', async () => {
    await openFile('Notes.txt')
    const text = await screen.findByRole('region', { name: 'Notes.txt' })
    expect(text.textContent).toBe('It rained.\n<b>All day.</b>')
    expect(text.querySelector('b')).toBeNull()
  })

  it('a text in Markdown under the heading of the page; its relative links lead nowhere', async () => {
    const { asked } = await openFile(
      'Notes.md',
      {},
      { text: '# Rain\n\nIt *rained*. <b>All day.</b> [Next](Other.md)' },
    )
    const text = within(await screen.findByRole('region', { name: 'Notes.md' }))
    expect(await text.findByRole('heading', { level: 2, name: 'Rain' })).toBeVisible()
    expect(text.getByText('rained').tagName).toBe('EM')
    expect(text.getByText(/<b>All day\.<\/b> Next/)).toBeVisible()
    expect(text.queryByRole('link')).toBeNull()
    expect(asked()).toBe(1)
  })

  it.each([
    ['very long', 'It *rained*. '.repeat(8_000)],
    ['nested too deeply', `${'>'.repeat(8_000)} It *rained*. `],
  ])('a text in Markdown that is %s, as it was written', async (_how, text) => {
    domState.expectedNoise.push(/Maximum call stack size exceeded/)
    await openFile('Notes.md', {}, { text })
    const region = await screen.findByRole('region', { name: 'Notes.md' })
    await waitFor(() => expect(region.textContent).toBe(text))
  })

  it('separated values as a table, its first 1,000 rows', async () => {
    const lines = Array.from({ length: 1_500 }, (_, n) => `"Row, ${n}",${n}`)
    await openFile('Guests.csv', {}, { text: ['Name,Seat', ...lines].join('\r\n') })
    const table = within(await screen.findByRole('region', { name: 'Guests.csv' }))
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Name',
      'Seat',
    ])
    expect(table.getAllByRole('row')).toHaveLength(1_001)
    expect(table.getByRole('cell', { name: 'Row, 999' })).toBeInTheDocument()
    expect(table.getByText('The first 1,000 of 1,500 rows')).toBeInTheDocument()
  })

  describe('long separated values', () => {
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
      expect(
        screen.getByText('The first 1,000 rows. Download the file to see all of it.'),
      ).toBeInTheDocument()
      expect(seen).toEqual({ ranges: ['bytes=0-1048576'], bytes: 1024 * 1024 + 1 })
    })

    it('that are cut in the middle of a row: the row is left out, also one with line breaks', async () => {
      const text = `${lines(9, 100_000)}\n"a\nb${'c'.repeat(200_000)}\nd",9\n${lines(9, 100_000)}`
      await openFile('Guests.csv', {}, { text })
      expect(await lastSeats(9)).toBe('8')
      expect(screen.getByText(/^The first 9 rows\./)).toBeInTheDocument()
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

    it('waits for Open where downloads are limited', async () => {
      const { user, asked } = await openFile(
        'Guests.csv',
        { remainDownloads: 2 },
        { text: lines(3_000, 700) },
      )
      const open = await screen.findByRole('button', { name: 'Open (2 of 2 downloads left)' })
      await download()
      expect(asked()).toBe(0)
      await user.click(open)
      expect(await lastSeats(1_000)).toBe('999')
      expect(asked()).toBe(1)
    })
  })

  it.each(['Notes.txt', 'Guests.csv', 'Notes.md'])('that %s is empty', async (name) => {
    await openFile(name, {}, { text: '' })
    expect(await screen.findByText(`${name} is empty.`)).toBeVisible()
  })

  it('a video and audio, which are played in the page', async () => {
    await openFile('Tide.mp4')
    const video = await screen.findByLabelText('Tide.mp4, player')
    expect(video.tagName).toBe('VIDEO')
    expect(video).toHaveAttribute('src', expect.stringMatching(src))
    expect(video).toHaveAttribute('controls')
  })

  it('a PDF as a card with Download, in no frame', async () => {
    const { asked } = await openFile('Plan.pdf')
    expect(await download()).toBeVisible()
    expect(screen.getByRole('main').querySelector('iframe, object, embed')).toBeNull()
    expect(asked()).toBe(0)
    expect(screen.getByText(/^PDF: there is no preview/)).toBeVisible()
  })

  it('says it when it cannot be shown, and goes on offering the download', async () => {
    await openFile('Fjord.jpg')
    fireEvent.error(await screen.findByRole('img', { name: 'Fjord.jpg' }))
    expect(screen.getByRole('alert')).toHaveTextContent(/^This picture can’t be shown here\./)
    expect(await download()).toBeVisible()
  })

  it.each([
    ['Tide.mp4', 'video'],
    ['Tide.mp3', 'recording'],
  ])(
    'says of %s that this %s cannot be played, and goes on offering the download',
    async (name, what) => {
      await openFile(name)
      fireEvent.error(await screen.findByLabelText(`${name}, player`))
      expect(screen.getByRole('alert')).toHaveTextContent(`This ${what} can’t be played here.`)
      expect(await download()).toBeVisible()
    },
  )

  it('says that one is offline only until the network is back', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => onLine.mockRestore())
    const { user, faults } = await openFile(
      'Notes.txt',
      {},
      { faults: (faults) => faults.always('POST /file/url', { kind: 'drop' }) },
    )
    expect(await screen.findByRole('alert')).toHaveTextContent(/offline/)
    faults.clear()
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('region', { name: 'Notes.txt' })).toBeVisible()
  })

  it('says why, when the contents cannot be had', async () => {
    await openFile(
      'Notes.txt',
      {},
      {
        faults: (faults) =>
          faults.always('POST /file/url', { kind: 'json', body: { code: 40077 } }),
      },
    )
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(await download()).toBeVisible()
  })
})

describe('F7 where downloads are limited', () => {
  it('contents come only after Open, which says how many are left, and spends one', async () => {
    const { user, asked, downloaded } = await openFile('Notes.txt', {
      remainDownloads: 1,
      downloaded: 2,
    })
    const open = await screen.findByRole('button', { name: 'Open (1 of 3 downloads left)' })
    expect(screen.getAllByText('Opening counts as a download.')[0]).toBeVisible()
    await download()
    expect(asked()).toBe(0)
    await user.dblClick(open)
    expect(await screen.findByRole('region', { name: 'Notes.txt' })).toBeVisible()
    expect(asked()).toBe(1)
    expect(await downloaded()).toBe(3)
    await waitFor(() =>
      expect(screen.getByText('Downloads left').nextSibling).toHaveTextContent('0'),
    )
    // What was opened stays on screen, though no downloads are left.
    expect(screen.getByRole('region', { name: 'Notes.txt' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it('a photo is its thumbnail until then', async () => {
    const { asked, requests } = await openFile('Fjord.jpg', { remainDownloads: 5 })
    await screen.findByRole('button', { name: 'Open (5 of 5 downloads left)' })
    await waitFor(() => expect(requests.some(({ path }) => path === '/file/thumb')).toBe(true))
    expect(asked()).toBe(0)
    expect(screen.queryByRole('img', { name: 'Fjord.jpg' })).toBeNull()
  })

  it('a failure spends nothing, and it can be opened again', async () => {
    const { user, faults } = await openFile('Notes.txt', { remainDownloads: 2 })
    const open = await screen.findByRole('button', { name: /^Open \(2 of 2/ })
    faults.next('POST /file/url', { kind: 'json', body: { code: 403, msg: 'no' } })
    await user.click(open)
    expect(await screen.findByRole('alert')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Open \(2 of 2/ }))
    expect(await screen.findByRole('region', { name: 'Notes.txt' })).toBeVisible()
  })

  it('its owner reads it as her own file, which spends none', async () => {
    const { asked, downloaded } = await openFile('Notes.txt', { remainDownloads: 2 }, { as: 'mei' })
    expect(await screen.findByRole('region', { name: 'Notes.txt' })).toBeVisible()
    expect(asked()).toBe(1)
    expect(await downloaded()).toBe(0)
  })
})

describe('F7 a link that ends while somebody is at it', () => {
  const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const ended = /^This link has ended\. What you see was loaded before/

  it.each([undefined, 2])(
    'says so when one comes back to the tab, and takes nothing away (downloads left: %s)',
    async (remainDownloads) => {
      const { user, asked, requests, link, end } = await openFile(
        'Notes.txt',
        remainDownloads === undefined ? {} : { remainDownloads },
      )
      if (remainDownloads)
        await user.click(await screen.findByRole('button', { name: /^Open \(2 of 2/ }))
      await screen.findByRole('region', { name: 'Notes.txt' })
      const before = await link()
      comeBack()
      const lookedAt = () => requests.filter(({ path }) => path.startsWith('/share/info/')).length
      const looks = lookedAt()
      await waitFor(() => expect(lookedAt()).toBeGreaterThanOrEqual(looks))
      await waitFor(() => expect(requests.every(({ status }) => status === 200)).toBe(true))
      expect(screen.queryByText(ended)).toBeNull()
      // It is neither a visit nor a download.
      expect(await link()).toEqual(before)
      await end()
      comeBack()
      expect(await screen.findByText(ended)).toBeVisible()
      expect(screen.getByRole('region', { name: 'Notes.txt' })).toHaveTextContent('It rained.')
      expect(screen.getByRole('button', { name: 'Download' })).toBeDisabled()
      expect(asked()).toBe(1)
    },
  )

  it('offers nothing more to open, and says nothing where the service does not answer', async () => {
    const { faults, end, asked } = await openFile('Notes.txt', { remainDownloads: 2 })
    await screen.findByRole('button', { name: /^Open \(2 of 2/ })
    faults.next('GET /share/info/*', { kind: 'status', status: 500 })
    comeBack()
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    expect(screen.queryByText(ended)).toBeNull()
    await end()
    comeBack()
    expect(await screen.findByText(ended)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull()
    expect(asked()).toBe(0)
  })
})
