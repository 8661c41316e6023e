import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { I18nProvider } from '#src/i18n/I18n.tsx'
import { PresetsDialog } from '#src/pages/view-settings/presets/PresetsDialog.tsx'
import { renderApp } from '../../../dom/harness.tsx'

/* Requirement V6: views under a name, kept in the browser and carried as a file. */

export const view: ViewSetting = {
  page_size: 200,
  order: 'size',
  order_direction: 'desc',
  view: 'list',
  gallery_width: 220,
  columns: [{ type: 0 }, { type: 2 }],
}
export const gallery: ViewSetting = { ...view, view: 'gallery', gallery_width: 400 }

export let close = () => {}
afterEach(() => {
  close()
  vi.restoreAllMocks()
  localStorage.clear()
})

export const open = async (stored?: unknown) => {
  const app = await renderApp({ path: '/shares' })
  await screen.findByRole('main')
  const key = `latchkey.view-presets.${app.mei}`
  if (typeof stored === 'string') localStorage.setItem(key, stored)
  const used: ViewSetting[] = []
  const show = (its = view) => {
    const shown = render(
      <I18nProvider language="en">
        <QueryClientProvider client={app.client}>
          <PresetsDialog view={its} onUse={(taken) => used.push(taken)} onClose={() => close()} />
        </QueryClientProvider>
      </I18nProvider>,
    )
    close = () => shown.unmount()
  }
  show()
  await screen.findByRole('dialog', { name: 'Presets' })
  return { ...app, key, used, show }
}
export type App = Awaited<ReturnType<typeof open>>

export const field = () => screen.getByLabelText('Name')
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const press = (app: Pick<App, 'user'>, name: string | RegExp) => app.user.click(button(name))
export const keep = async (app: Pick<App, 'user'>, name: string) => {
  await app.user.type(field(), name)
  await app.user.keyboard('{Enter}')
}
export const shownNames = () =>
  screen
    .queryAllByRole('button', { name: /^Use / })
    .map((use) => /^Use \u2068?(.+?)\u2069?$/.exec(use.getAttribute('aria-label') ?? '')?.[1])
export const stored = ({ key }: App) => localStorage.getItem(key)
