import type { Bench } from '../service-harness.ts'

export type Body = Record<string, unknown>
export const send = (
  bench: Bench,
  method: string,
  path: string,
  body?: unknown,
  as: string | null = bench.owner,
) =>
  bench.call(method, path, {
    ...(as === null ? {} : { as }),
    ...(body === undefined ? {} : { body }),
  })
export const all = async (bench: Bench, as = bench.owner): Promise<Body[]> =>
  (await bench.call('GET', '/share?page_size=100', { as })).data.shares ?? []
export const hour = 3600
