import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { renderApp, type RenderOptions } from '../../dom/harness.tsx'
import { trashNames } from '../../dom/trash-fixtures.ts'

/*
 * Restoring while everything goes wrong. After each the page says what the service has, and the service is asked.
 */

export const open = async (backend: RenderOptions['seed'], options: RenderOptions = {}) => {
  const app = await renderApp({ path: '/trash', ...options, ...(backend ? { seed: backend } : {}) })
  await screen.findByRole('grid')
  return app
}
type App = Awaited<ReturnType<typeof open>>

export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const selectAll = async ({ user }: Pick<App, 'user'>) => {
  await waitFor(() => expect(screen.getByText(/^[\d,]+ items?$/)).toBeVisible())
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
}
export const restore = async (app: Pick<App, 'user'>) => app.user.click(await button('Restore'))
export const isRestore = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/file/restore'
export const restores = ({ requests }: App) => requests.filter(isRestore)

export const findMessage = (text: RegExp, timeout = 20_000) =>
  screen.findByText(text, undefined, { timeout })

/** What the page shows is what the service has. */
export async function expectHonest(app: App, inTrash: number): Promise<void> {
  expect(await trashNames(app)).toHaveLength(inTrash)
  if (inTrash === 0) await screen.findByText('Trash is empty')
  else {
    await waitFor(() =>
      expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', String(inTrash + 1)),
    )
  }
}
