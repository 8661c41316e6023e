import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Backend, here, renderApp } from '../../dom/harness.tsx'

const seedFolder = ({ service, mei }: Backend) => {
  service.seed.addFile(mei, ['Reports', 'Quarterly review.pdf'], { size: 3_400_000 })
}

describe('R9 the addresses of the public server’s own front end', () => {
  it.each([
    ['/home', '/files'],
    ['/home?path=cloudreve%3A%2F%2Fmy', '/files?uri=svc%3A%2F%2Fmy'],
    ['/home?path=cloudreve://my/Reports', '/files?uri=svc%3A%2F%2Fmy%2FReports'],
    [
      '/home?path=cloudreve%3A%2F%2Fmy%2FReports%3Fname%3Dreview',
      '/files?uri=svc%3A%2F%2Fmy%2FReports&q=review',
    ],
    ['/home?path=cloudreve%3A%2F%2Ftrash', '/trash'],
    ['/home?path=javascript%3Aalert(1)', '/files'],
    ['/home?path=%2F%2Fevil.example', '/files'],
    ['/session', '/shares'],
    ['/login', '/shares'],
    ['/settings', '/account'],
    ['/connect', '/account'],
  ])('%s leads to %s', async (path, target) => {
    await renderApp({ path, seed: seedFolder })
    await waitFor(() => expect(here()).toBe(target))
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  it.each([
    ['/tasks', /no task list/],
    ['/downloads', /Downloads from other sites/],
    ['/profile/abc', /no profile pages/],
    ['/admin/user', /cannot be administered here/],
  ])('%s says what Latchkey does not have', async (path, text) => {
    await renderApp({ path, as: null })
    expect(await screen.findByText('Not part of Latchkey')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(document.title).toBe('Not part of Latchkey · Latchkey')
  })

  it('the address of a share leads to the page of its link, and the password is in no address', async () => {
    let id = ''
    await renderApp({
      as: null,
      seed: (backend) => {
        const file = backend.service.seed.addFile(backend.mei, ['Plans', 'Budget.pdf'])
        id = backend.service.seed.addShare(file, { password: 'sesame' })
      },
      path: () => `/home?path=cloudreve%3A%2F%2F${id}%3Asesame%40share`,
    })
    expect(await screen.findByRole('heading', { name: 'Budget.pdf' })).toBeVisible()
    expect(here()).toBe(`/s/${id}`)
    expect(document.body.innerHTML).not.toContain('sesame')
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('sesame')
  })

  it('the address of a folder in a share leads into that folder', async () => {
    let id = ''
    await renderApp({
      as: null,
      seed: (backend) => {
        backend.service.seed.addFile(backend.mei, ['Plans', '2026', 'Budget.pdf'])
        const folder = backend.service.seed.addFolder(backend.mei, ['Plans'])
        id = backend.service.seed.addShare(folder, { password: 'sesame' })
      },
      path: () => `/home?path=cloudreve%3A%2F%2F${id}%3Asesame%40share%2F2026`,
    })
    expect(await screen.findByRole('row', { name: /^Budget\.pdf/ })).toBeVisible()
    expect(here()).toBe(`/files?uri=svc%3A%2F%2F${id}%40share%2F2026`)
  })
})
