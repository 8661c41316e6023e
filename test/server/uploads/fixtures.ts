import * as v from 'valibot'
import { envelope, send } from '../raw-http.ts'
import type { TestService } from '../service-harness.ts'

export const anyRow = v.unknown()
export const chunk = 4 * 1024 * 1024

export const begin = (
  service: TestService,
  name: string,
  size: number,
  more: object = {},
  as = service.owner,
) => service.call('PUT', '/file/upload', { as, body: { uri: `svc://my/${name}`, size, ...more } })
export const part = (
  service: TestService,
  session: string,
  index: number | string,
  body: NonNullable<Parameters<typeof send>[3]>['body'] = '',
  as = service.owner,
) => envelope(send(service, 'POST', `/file/upload/${session}/${index}`, { as, body: body ?? '' }))
export const info = (service: TestService, name: string) =>
  service.call('GET', `/file/info?uri=svc://my/${name}`, { as: service.owner })
export const write = (service: TestService, name: string) =>
  envelope(
    send(service, 'PUT', `/file/content?uri=svc://my/${name}`, {
      as: service.owner,
      body: 'other',
    }),
  )

export async function contentOf(service: TestService, name: string): Promise<Uint8Array | null> {
  const { data } = await info(service, name)
  return service.store.get(data.primary_entity)
}

/** As many bytes as wanted, no two parts alike. */
export function bytes(size: number): Uint8Array {
  const out = new Uint8Array(size)
  for (let at = 0; at < size; at += 4093) out[at] = at % 251
  return out
}
