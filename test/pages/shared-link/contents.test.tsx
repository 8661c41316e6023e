import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { domState } from '../../dom/dom-state.ts'
import { downloadButton as download, openFile } from './fixtures.tsx'

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

  it('goes on from where a recording broke off, after Retry, and says why that fails', async () => {
    const { user, faults } = await openFile('Tide.mp4')
    const video = await screen.findByLabelText<HTMLVideoElement>('Tide.mp4, player')
    Object.defineProperty(video, 'currentTime', { value: 4000.25 })
    fireEvent.error(video)
    faults.next('POST /file/url', { kind: 'status', status: 503 })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/not available/))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByLabelText('Tide.mp4, player')).toHaveAttribute(
      'src',
      expect.stringMatching(/#t=4000\.25$/),
    )
    expect(screen.queryByRole('alert')).toBeNull()
  })

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
    expect(screen.getAllByText('Opening uses the last download.')[0]).toBeVisible()
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
  })

  it('what breaks off is asked for again before it spends another one', async () => {
    const { user, asked } = await openFile('Tide.mp4', { remainDownloads: 2 })
    await user.click(await screen.findByRole('button', { name: /^Open \(2 of 2/ }))
    fireEvent.error(await screen.findByLabelText('Tide.mp4, player'))
    const again = await screen.findByRole('button', { name: /^Open \(1 of 2/ })
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(asked()).toBe(1)
    await user.click(again)
    expect(await screen.findByLabelText('Tide.mp4, player')).toBeVisible()
    expect(asked()).toBe(2)
  })

  it('after the last one says that nothing more can be loaded, and offers no Download', async () => {
    const { user, downloaded } = await openFile('Notes.txt', { remainDownloads: 1, downloaded: 3 })
    await user.click(await screen.findByRole('button', { name: /^Open \(1 of 4/ }))
    expect(await screen.findByRole('region', { name: 'Notes.txt' })).toHaveTextContent('It rained.')
    expect(
      await screen.findByText(/^This link no longer works: it expired, was used up/),
    ).toBeVisible()
    expect(await download()).toHaveAttribute('aria-disabled', 'true')
    expect(await downloaded()).toBe(4)
  })

  it('the last Download keeps the focus on its button', async () => {
    const { user } = await openFile('Notes.txt', { remainDownloads: 1 })
    const button = await download()
    await user.click(button)
    expect(await screen.findByText(/^This link no longer works:/)).toBeVisible()
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-disabled', 'true')
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
