import { renderApp, type RenderOptions, type Backend } from '../../dom/harness.tsx'

export const share = (
  { service, mei }: Backend,
  options: Parameters<Backend['service']['seed']['addShare']>[1] = {},
) => {
  const file = service.seed.addFile(mei, ['Reports', 'Quarterly review.pdf'], { size: 3_400_000 })
  return service.seed.addShare(file, options)
}

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
