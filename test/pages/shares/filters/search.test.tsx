import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here, type Backend } from '../../../dom/harness.tsx'
import { chip, day, names, page, row, seedShare, states } from '../fixtures.tsx'

const invoices = (backend: Backend) => {
  for (const name of ['Invoice 2026-014.pdf', 'Invoice 2025-003.pdf', 'Plan 2026.pdf'])
    seedShare(backend, name)
}

describe('S15', () => {
  it.each(['2026 invoice', 'invoice   2026', 'INVOICE 014'])(
    'finds several words in any order: %s',
    async (search) => {
      const { user } = await page({ seed: invoices })
      await row('Plan 2026.pdf')
      await user.type(screen.getByRole('searchbox'), search)
      await waitFor(() => expect(names()).toEqual(['Invoice 2026-014.pdf']))
    },
  )

  it('finds a link that costs something by that, among others with the same access', async () => {
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'costs.pdf', { price: 5 })
        seedShare(backend, 'free.pdf')
      },
    })
    await row('free.pdf')
    await user.type(screen.getByRole('searchbox'), 'paid')
    await waitFor(() => expect(names()).toEqual(['costs.pdf']))
  })

  const open = async () => {
    let id = ''
    const { user } = await page({
      seed: (backend) => {
        invoices(backend)
        id = seedShare(backend, 'secret.txt', { password: 'geheim77' })
      },
    })
    await row('secret.txt')
    screen.getByRole('searchbox').focus()
    return { user, id }
  }
  const expectFound = async () => {
    await waitFor(() => expect(names()).toEqual(['secret.txt']))
    expect(decodeURIComponent(here())).not.toContain('gehe')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).not.toContain('gehe')
  }

  // Which texts are links, and what is kept of them: `pasted-link.test.ts`.
  it('finds a link that is pasted, and keeps its password out of the address', async () => {
    const { user, id } = await open()
    await user.paste(`http://localhost:5173/s/${id}/geheim77?path=%2Fa#b`)
    await expectFound()
  })

  it('finds a link while it is typed, and keeps its password out of the address', async () => {
    const { user, id } = await open()
    let isShown = false
    for (const letter of `localhost:5173/s/${id}/geheim77`) {
      await user.keyboard(letter)
      isShown ||= /gehe/.test(decodeURIComponent(here()))
    }
    await expectFound()
    expect(isShown).toBe(false)
  })

  it('keeps the password of a link that is not in the list out of the address', async () => {
    const { user } = await open()
    await user.paste('h.example/app/s/foreign1/geheim77/x')
    await waitFor(() => expect(here()).toContain('foreign1'))
    expect(decodeURIComponent(here())).not.toContain('gehe')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).not.toContain('gehe')
  })

  it.each(['typed', 'pasted'])('finds files by a path with a folder named s, %s', async (how) => {
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'other.txt', {}, ['Projects', 's'])
        seedShare(backend, 'report.pdf', {}, ['my.files', 's'])
        seedShare(backend, 'report.pdf', {}, ['Projects', 's', '2026'])
      },
    })
    await waitFor(() => expect(screen.getAllByTitle(/(?:^| )s(?: |$)/)).toHaveLength(3))
    const search = 'Projects/s/2026/report.pdf'
    const field = screen.getByRole<HTMLInputElement>('searchbox')
    if (how === 'typed') await user.type(field, search)
    else {
      field.focus()
      await user.paste(search)
    }
    await waitFor(() => expect(names()).toEqual(['report.pdf']))
    expect(field).toHaveValue(search)
  })

  it('counts what is shown, in the title and on the filters', async () => {
    const { user } = await page({ seed: states })
    expect(await screen.findByText('6 links')).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox'), 'exp')
    expect(await screen.findByText('2 of 6 links')).toBeInTheDocument()
    expect(chip(/^All/)).toHaveTextContent('2')
    expect(chip(/^Dead links/)).toHaveTextContent('1')
    await user.click(chip(/^Dead links/))
    expect(await screen.findByText('1 of 6 links')).toBeInTheDocument()
    await waitFor(() => expect(chip(/^All/)).toHaveTextContent('2'))
    await waitFor(() => expect(chip(/^Live/)).toHaveTextContent('1'))
  })
})

describe('S3 the order', () => {
  const headOf = (name: string) =>
    within(screen.getByRole('columnheader', { name })).getByRole('button')

  it('of State is by the time that is left', async () => {
    const { user } = await page({
      seed: (backend) => {
        const at = (days: number) => ({ expires: Date.now() + days * day })
        seedShare(backend, 'never.txt')
        seedShare(backend, 'in a month.txt', at(30))
        seedShare(backend, 'long over.txt', at(-9))
        seedShare(backend, 'tomorrow.txt', at(1))
        seedShare(backend, 'just over.txt', at(-1))
        seedShare(backend, 'in a year.txt', at(365))
      },
    })
    await row('never.txt')
    await user.click(headOf('State'))
    const expected = [
      'tomorrow.txt',
      'in a month.txt',
      'in a year.txt',
      'never.txt',
      'just over.txt',
      'long over.txt',
    ]
    await waitFor(() => expect(names()).toEqual(expected))
    await user.click(headOf('State'))
    await waitFor(() => expect(names()).toEqual(expected.toReversed()))
  })

  it('of Created is by time, also where the ids are in another one', async () => {
    await page({
      seed: (backend) => {
        seedShare(backend, 'second.txt', { createdAt: Date.now() - 2 * day })
        seedShare(backend, 'third.txt', { createdAt: Date.now() - 3 * day })
        seedShare(backend, 'first.txt', { createdAt: Date.now() - day })
      },
    })
    await waitFor(() => expect(names()).toEqual(['first.txt', 'second.txt', 'third.txt']))
  })
})
