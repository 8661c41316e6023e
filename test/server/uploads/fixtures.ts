import * as v from 'valibot'
import { envelope, send } from '../raw-http.ts'
import type { Bench } from '../service-harness.ts'

export const anyRow = v.unknown()
export const chunk = 4 * 1024 * 1024

export const begin = (
  bench: Bench,
  name: string,
  size: number,
  more: object = {},
  as = bench.owner,
) => bench.call('PUT', '/file/upload', { as, body: { uri: `svc://my/${name}`, size, ...more } })
export const part = (
  bench: Bench,
  session: string,
  index: number | string,
  body: NonNullable<Parameters<typeof send>[3]>['body'] = '',
  as = bench.owner,
) => envelope(send(bench, 'POST', `/file/upload/${session}/${index}`, { as, body: body ?? '' }))
export const info = (bench: Bench, name: string) =>
  bench.call('GET', `/file/info?uri=svc://my/${name}`, { as: bench.owner })
export const write = (bench: Bench, name: string) =>
  envelope(
    send(bench, 'PUT', `/file/content?uri=svc://my/${name}`, { as: bench.owner, body: 'other' }),
  )

export async function contentOf(bench: Bench, name: string): Promise<Uint8Array | null> {
  const { data } = await info(bench, name)
  return bench.store.get(data.primary_entity)
}

/** As many bytes as wanted, no two parts alike. */
export function bytes(size: number): Uint8Array {
  const out = new Uint8Array(size)
  for (let at = 0; at < size; at += 4093) out[at] = at % 251
  return out
}
