import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { renderApp, type Backend } from '../../../dom/harness.tsx'

export const rowsShown = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))

const byText = (one: string | null, other: string | null) => (one ?? '').localeCompare(other ?? '')

export const row = (name: string | RegExp) => screen.findByRole('row', { name })

/** Waits until these rows are shown, whether the service has answered or not. */
export const lists = (...names: string[]) =>
  waitFor(() => expect(rowsShown().toSorted(byText)).toEqual(names.toSorted(byText)))

/** Waits until the service has answered to all that was typed, and these are what was found. */
export const finds = (...names: string[]) =>
  waitFor(() => {
    expect(screen.queryByText('Searching…')).toBeNull()
    expect(rowsShown().toSorted(byText)).toEqual(names.toSorted(byText))
  })

const longAgo = new Date(2020, 5, 15, 12).getTime()

export const home = '/files'

export const work = '/files?uri=svc%3A%2F%2Fmy%2FWork'

export function seedReports({ service: { seed }, mei }: Backend): void {
  const old = { createdAt: longAgo, updatedAt: longAgo }
  seed.addFile(mei, ['letter.txt'], { size: 12 })
  seed.addFile(mei, ['Work', 'Report 2026.pdf'], { size: 64_000 })
  seed.addFile(mei, ['Work', 'Archive', 'report 2019.pdf'], { size: 3_000_000, ...old })
  seed.addFile(mei, ['Work', 'Archive', 'notes.txt'], { size: 100 })
  seed.addFile(mei, ['Work', 'Reports', 'summary.jpg'], { size: 5000 })
  seed.addFile(mei, ['Private', 'my report.docx'], { size: 900 })
}

export async function searching(path = home, options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ path, seed: seedReports, ...options })
  await screen.findByRole('searchbox')
  return app
}
