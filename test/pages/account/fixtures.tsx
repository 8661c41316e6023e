import { screen, within } from '@testing-library/react'
import type { User, UserSetting } from '#src/contract/accounts/user.ts'
import { renderApp } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'

export const open = (options: Parameters<typeof renderApp>[0] = {}) =>
  renderApp({ path: '/account', ...options })

export type App = Awaited<ReturnType<typeof open>>

/** A section of the page, once it is there. */
export const section = async (name: string) => within(await screen.findByRole('region', { name }))

export async function retype(user: App['user'], field: HTMLElement, text: string) {
  await user.clear(field)
  if (text) await user.type(field, text)
}

/** What the service has about Mei: her record and her settings. */
export async function storedAccount({ service, mei }: Pick<App, 'service' | 'mei'>) {
  const [me, setting] = await Promise.all(
    ['/user/me', '/user/setting'].map((path) => callService(service, 'GET', path, { as: mei })),
  )
  return { ...me?.data, ...setting?.data } as User & UserSetting
}

export const patches = (app: App) =>
  app.requests.filter(({ method, path }) => method === 'PATCH' && path === '/user/setting')
