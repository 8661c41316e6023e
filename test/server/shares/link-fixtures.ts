import type { TestService } from '../service-harness.ts'

export type Body = Record<string, unknown>
export const send = (
  service: TestService,
  method: string,
  path: string,
  body?: unknown,
  as: string | null = service.owner,
) =>
  service.call(method, path, {
    ...(as === null ? {} : { as }),
    ...(body === undefined ? {} : { body }),
  })
export const all = async (service: TestService, as = service.owner): Promise<Body[]> =>
  (await service.call('GET', '/share?page_size=100', { as })).data.shares ?? []
export const hour = 3600
