import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { extensionsOf } from '#src/lib/names/file-kind.ts'
import { here } from '../../../dom/harness.tsx'
import type { LoggedRequest } from '../../../dom/network.ts'
import { withTooltip } from '../../../dom/tooltips.ts'
import { rowsShown, row, finds, home, work, seedReports, searching, lists } from './fixtures.tsx'

const shows = (...names: string[]) => waitFor(() => expect(rowsShown()).toEqual(names))

const day = 86_400_000

/** The addresses that were asked for with a search in them. */
const searches = (requests: readonly LoggedRequest[]) =>
  requests.flatMap(({ path, query }) => {
    const uri = path === '/file' ? (new URLSearchParams(query).get('uri') ?? '') : ''
    return uri.includes('?') ? [uri] : []
  })

/** A page whose searches get no response until `answer` is called. */
async function searchingHeld() {
  let answer = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { user } = await searching(home, {
    faults: (faults) =>
      faults.always(({ query }) => query.get('uri')?.includes('?') ?? false, {
        kind: 'hold',
        until,
      }),
  })
  return { user, answer }
}

describe('F9 search in a folder and below', () => {
  it('finds as one types, names the path of each, and counts what it found', async () => {
    const { user } = await searching(work)
    await row('Report 2026.pdf')
    await user.keyboard('/REPORT')
    await finds('Reports', 'report 2019.pdf', 'Report 2026.pdf')
    expect(here()).toBe(`${work}&q=REPORT`)
    expect(withTooltip('Work / Archive', await row('report 2019.pdf'))[0]).toBeVisible()
    expect(withTooltip('Work', await row('Report 2026.pdf'))[0]).toBeVisible()
    expect(await screen.findByText('3 found')).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveFocus()
    expect(screen.getByText('In Work and its subfolders')).toBeVisible()
  })

  it('begins at once with Enter', async () => {
    const { user } = await searching()
    await row('letter.txt')
    await user.keyboard('/report{Enter}')
    expect(here()).toBe('/files?q=report')
    await row('my report.docx')
  })

  it('is left with Back, with Escape in its field, and with Escape in the list', async () => {
    const { user } = await searching()
    await row('letter.txt')
    await user.keyboard('/rep{Enter}ort{Enter}')
    await row('my report.docx')
    window.history.back()
    await finds('Private', 'Work', 'letter.txt')
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''))
    await user.keyboard('report{Enter}')
    await row('my report.docx')
    await user.keyboard('{Escape}')
    await finds('Private', 'Work', 'letter.txt')
    expect(here()).toBe('/files')
    await user.keyboard('report{Enter}')
    ;(await row('my report.docx')).focus()
    await user.keyboard('{Escape}')
    await finds('Private', 'Work', 'letter.txt')
    await waitFor(() => expect(document.body).not.toHaveFocus())
  })

  it('shows the same again when its address is opened (G6)', async () => {
    await searching('/files?q=report&kind=pdf&layout=grid&sort=size')
    await finds('report 2019.pdf', 'Report 2026.pdf')
    expect(screen.getByRole('searchbox')).toHaveValue('report')
    expect(screen.getByRole('button', { name: 'PDF' })).toBeVisible()
  })

  it('P11 shows at once what matches in the folder, says that it searches, and adds what is below', async () => {
    const { user, answer } = await searchingHeld()
    await row('letter.txt')
    await user.keyboard('/R')
    expect(await screen.findByText('Searching…')).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveFocus()
    await lists('letter.txt', 'Private', 'Work')
    await user.keyboard('z')
    await waitFor(() => expect(rowsShown()).toEqual([]))
    await user.keyboard('{Backspace}')
    await lists('letter.txt', 'Private', 'Work')
    await user.keyboard('{Backspace}le')
    await lists('letter.txt')
    expect(screen.getByText('Searching…')).toBeVisible()
    await user.keyboard('{Backspace}{Backspace}report{Enter}')
    await waitFor(() => expect(rowsShown()).toEqual([]))
    answer()
    await finds('Report 2026.pdf', 'Reports', 'my report.docx', 'report 2019.pdf')
    expect(screen.queryByText('Searching…')).toBeNull()
  })

  it('P11 keeps what is there in sight where only the service can tell what matches', async () => {
    const { user, answer } = await searchingHeld()
    await row('letter.txt')
    await user.keyboard('/*report*{Enter}')
    expect(await screen.findByText('Searching…')).toBeVisible()
    await lists('letter.txt', 'Private', 'Work')
    answer()
    await row('my report.docx')
  })

  it('P11 asks for the first key at once, and for the last one however fast one types', async () => {
    const { user, requests } = await searching()
    await row('letter.txt')
    const asked = () => searches(requests).map((uri) => /[?&]name=([^&]*)/.exec(uri)?.[1])
    await user.keyboard('/r')
    await waitFor(() => expect(asked()).toEqual(['r']))
    await user.keyboard('eport')
    await waitFor(() => expect(asked().at(-1)).toBe('report'))
    await row('my report.docx')
  })

  it('says that nothing matches, and leads back', async () => {
    const { user } = await searching()
    await row('letter.txt')
    await user.keyboard('/nowhere{Enter}')
    expect(await screen.findByText('No matches in Files')).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveFocus()
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement)
    expect(await row('letter.txt')).toBeVisible()
    expect(here()).toBe('/files')
    await waitFor(() => expect(document.body).not.toHaveFocus())
  })

  it('says what failed below the search, which stays, and goes on after Retry', async () => {
    const { user, faults } = await searching(home, {
      faults: (switched) =>
        switched.always(({ query }) => query.get('uri')?.includes('?') ?? false, {
          kind: 'json',
          body: { code: 50001, msg: 'disk', data: null, correlation_id: 'c-1' },
        }),
    })
    await row('letter.txt')
    await user.keyboard('/report{Enter}')
    const face = await screen.findByRole('alert', undefined, { timeout: 10_000 })
    expect(face).toHaveTextContent('The search failed')
    expect(face).toHaveTextContent('c-1')
    expect(screen.getByRole('searchbox')).toHaveValue('report')
    faults.clear()
    await user.click(within(face).getByRole('button', { name: 'Retry' }))
    expect(await row('my report.docx')).toBeVisible()
  })

  it('asks no further for what is no longer looked at', async () => {
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { user, requests } = await searching(home, {
      seed: (backend) => {
        seedReports(backend)
        backend.service.seed.transaction(() => {
          for (let i = 0; i < 2300; i++) {
            backend.service.seed.addFile(backend.mei, ['Many', `item ${i}.txt`])
          }
        })
      },
      faults: (faults) =>
        faults.always(({ query }) => query.has('next_page_token'), { kind: 'hold', until }),
    })
    await row('letter.txt')
    await user.keyboard('/item{Enter}')
    expect(await screen.findByText(/so far/)).toBeVisible()
    await user.clear(screen.getByRole('searchbox'))
    await user.keyboard('report{Enter}')
    await row('my report.docx')
    const asked = (name: string) =>
      searches(requests).filter((uri) => uri.includes(`name=${name}&`))
    expect(asked('item')).toHaveLength(2)
    const reports = asked('report').length
    answer()
    // A list that went on loading would have asked by then for the third page.
    await user.click(screen.getByRole('button', { name: /^More/ }))
    await user.click(await screen.findByRole('menuitem', { name: /Refresh/ }))
    await waitFor(() => expect(asked('report')).toHaveLength(reports + 1))
    expect(asked('item')).toHaveLength(2)
  })

  it('returns to a row of it after a folder was entered from there', async () => {
    const { user } = await searching('/files?q=report')
    await user.dblClick(await row('Reports'))
    await finds('summary.jpg')
    expect(screen.getByRole('searchbox')).toHaveValue('')
    window.history.back()
    await waitFor(async () => expect(await row('Reports')).toHaveFocus())
    expect(here()).toContain('q=report')
  })

  it('sorts by a column, and else keeps the order of the service', async () => {
    const { user } = await searching('/files?q=report')
    await row('my report.docx')
    expect(screen.getByRole('columnheader', { name: /Size/ })).toHaveAttribute('aria-sort', 'none')
    await user.click(within(screen.getByRole('columnheader', { name: /Size/ })).getByRole('button'))
    await shows('Reports', 'report 2019.pdf', 'Report 2026.pdf', 'my report.docx')
    expect(here()).toBe('/files?q=report&sort=size')
  })
})

describe('F9 filters', () => {
  it('by kind asks the service for the endings of that kind, with the name or without', async () => {
    const { user, requests } = await searching('/files?q=report')
    await row('my report.docx')
    await user.click(screen.getByRole('button', { name: 'Kind' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'PDF' }))
    await finds('report 2019.pdf', 'Report 2026.pdf')
    expect(here()).toBe('/files?q=report&kind=pdf')
    expect(searches(requests).at(-1)).toBe(
      'svc://my?name=*report*.pdf&name_op_or=&type=file&case_folding=',
    )
    await user.click(screen.getByRole('button', { name: 'PDF' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Image' }))
    await screen.findByText('No matches in Files')
    await user.clear(screen.getByRole('searchbox'))
    await finds('summary.jpg')
    expect(here()).toBe('/files?kind=image')
    expect(searches(requests).at(-1)?.match(/name=/g)).toHaveLength(extensionsOf('image').length)
    await user.click(screen.getByRole('button', { name: 'Image' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Folder' }))
    await waitFor(() => expect(rowsShown()).toHaveLength(4))
    expect(screen.queryByRole('button', { name: 'Size', expanded: false })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'End search' }))
    await waitFor(() => expect(here()).toBe('/files'))
    await waitFor(() => expect(document.body).not.toHaveFocus())
  })

  it('by size sends both ends, and finds no folders', async () => {
    const { user, requests } = await searching('/files?q=report')
    await row('Reports')
    await user.click(screen.getByRole('button', { name: 'Size', expanded: false }))
    await user.click(screen.getByRole('menuitemradio', { name: /^Up to 1\sMB$/ }))
    await finds('Report 2026.pdf', 'my report.docx')
    expect(here()).toBe('/files?q=report&size=..1048576')
    expect(searches(requests).at(-1)).toContain('size_gte=0&size_lte=1048576')
    await user.click(screen.getByRole('button', { name: /Up to/ }))
    await user.click(screen.getByRole('menuitemradio', { name: /^1\sMB – 100\sMB$/ }))
    await finds('report 2019.pdf')
  })

  it('by the last days, by the year, and between two days', async () => {
    const { user, requests } = await searching('/files?q=report')
    await row('report 2019.pdf')
    await user.click(screen.getByRole('button', { name: 'Modified', expanded: false }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Last 7 days' }))
    await finds('Reports', 'Report 2026.pdf', 'my report.docx')
    expect(here()).toBe('/files?q=report&changed=7d')
    const since = Number(/updated_gte=(\d+)/.exec(searches(requests).at(-1) ?? '')?.[1]) * 1000
    expect(new Date(since).getHours()).toBe(0)
    expect(Math.round((new Date().setHours(0, 0, 0, 0) - since) / day)).toBe(7)

    await user.click(screen.getByRole('button', { name: 'Last 7 days' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Between two days…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Modified between two days' }))
    expect(dialog.getByLabelText('From')).toHaveFocus()
    await user.click(dialog.getByRole('button', { name: 'Show' }))
    expect(dialog.getByText('Choose at least one day.')).toBeVisible()
    fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2020-06-15' } })
    fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2020-06-14' } })
    await user.click(dialog.getByRole('button', { name: 'Show' }))
    expect(dialog.getByText('This day is before the first one.')).toBeVisible()
    fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2020-06-15' } })
    await user.click(dialog.getByRole('button', { name: 'Show' }))
    await finds('report 2019.pdf')
    expect(here()).toBe('/files?q=report&changed=2020-06-15..2020-06-15')
    expect(screen.getByRole('button', { name: 'Jun 15, 2020 – Jun 15, 2020' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: /Jun 15/ }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Any time' }))
    await row('my report.docx')
  })

  it('by the days of the service, whatever the clock of the browser says', async () => {
    const path = '/files?q=report&changed=7d'
    const { requests, clock } = await searching(path, { clockOffsetMs: 3 * day })
    await row('Report 2026.pdf')
    const since = Number(/updated_gte=(\d+)/.exec(searches(requests)[0] ?? '')?.[1]) * 1000
    expect(Math.round((new Date(clock.now()).setHours(0, 0, 0, 0) - since) / day)).toBe(7)
  })

  it.each(['kind=nonsense', 'size=5', 'changed=yesterday', 'changed=2020-13-45..'])(
    'that cannot be, as %s, is none',
    async (part) => {
      const { requests } = await searching(`/files?${part}`)
      await finds('Private', 'Work', 'letter.txt')
      expect(searches(requests)).toEqual([])
    },
  )
})
