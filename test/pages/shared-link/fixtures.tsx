import { act, screen } from '@testing-library/react'
import { renderApp, type RenderOptions, type Backend } from '../../dom/harness.tsx'
import { callService, linksOfMei } from '../../processes/service-api.ts'

export const share = (
  { service, mei }: Backend,
  options: Parameters<Backend['service']['seed']['addShare']>[1] = {},
) => {
  const file = service.seed.addFile(mei, ['Reports', 'Quarterly review.pdf'], { size: 3_400_000 })
  return service.seed.addShare(file, options)
}

export const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))

/** The share is created before its address is known. */
export async function open(
  options: Parameters<typeof share>[1],
  {
    suffix = '',
    as = null,
    ...rest
  }: { suffix?: string; as?: 'lin' | null; faults?: RenderOptions['faults'] } = {},
) {
  let id = ''
  const app = await renderApp({
    as,
    ...(rest.faults && { faults: rest.faults }),
    seed: (backend) => {
      id = share(backend, options)
    },
    path: () => `/s/${id}${suffix}`,
  })
  return { ...app, id }
}

const bytes = (text: string) => new TextEncoder().encode(text)

/** The page of a link to Mei's file, seen by nobody in particular. */
export async function openFile(
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

export const downloadButton = () => screen.findByRole('button', { name: 'Download' })
