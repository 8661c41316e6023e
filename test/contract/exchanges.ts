import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { safeParse, type GenericSchema } from 'valibot'
import { TokenPair } from '#src/contract/accounts/token.ts'
import { Capacity, SignInResponse, User } from '#src/contract/accounts/user.ts'
import { File, FileListPage } from '#src/contract/file.ts'
import { Share, ShareListPage } from '#src/contract/share.ts'
import { SiteConfig } from '#src/contract/site.ts'

type Exchange = {
  name: string
  as: string
  method: string
  path: string
  body?: unknown
  status: number
  answer: unknown
}

/** What a real server answered; its accounts, names and tokens were made for the recording. */
export const exchanges = JSON.parse(
  // Page tests read it too, where `URL` is not that of Node.
  readFileSync(join(import.meta.dirname, 'exchanges.json'), 'utf8'),
) as Exchange[]

const schemas: readonly (readonly [request: RegExp, schema: GenericSchema])[] = [
  [/^GET \/file\?/, FileListPage],
  [/^GET \/file\/info\?/, File],
  [/^(POST \/file\/(create|rename)$|PUT \/file\/content\?)/, File],
  [/^GET \/share\?/, ShareListPage],
  [/^GET \/share\/info\//, Share],
  [/^POST \/session\/token$/, SignInResponse],
  [/^POST \/session\/token\/refresh$/, TokenPair],
  [/^GET \/user\/me$/, User],
  [/^GET \/user\/capacity$/, Capacity],
  [/^GET \/site\/config\//, SiteConfig],
]

/** The schema that reads `data` of a successful answer, where the client reads it. */
export function schemaOf({ method, path }: Exchange): GenericSchema | undefined {
  return schemas.find(([request]) => request.test(`${method} ${path}`))?.[1]
}

/** The answers with `code` 0 whose `data` the client reads. */
export const readings = exchanges.flatMap((exchange) => {
  const schema = schemaOf(exchange)
  const { answer } = exchange
  return schema && isObject(answer) && answer['code'] === 0
    ? [{ name: exchange.name, schema, data: answer['data'] }]
    : []
})

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The paths of everything in `raw` that `read` does not hold with the same value. */
export function lost(raw: unknown, read: unknown, at = ''): string[] {
  if (Array.isArray(raw)) {
    if (!Array.isArray(read) || read.length !== raw.length) return [at]
    return raw.flatMap((item, index) => lost(item, read[index], `${at}[]`))
  }
  if (isObject(raw)) {
    if (!isObject(read)) return [at]
    return Object.keys(raw).flatMap((key) =>
      key in read ? lost(raw[key], read[key], `${at}.${key}`) : [`${at}.${key}`],
    )
  }
  return Object.is(raw, read) ? [] : [at]
}

export function outputOf(schema: GenericSchema, data: unknown): unknown {
  const result = safeParse(schema, data)
  return result.success ? result.output : undefined
}

/** Cases for `test.each` with the title `%s`; `$name` would put quotes around the name. */
export const byName = <Case extends { readonly name: string }>(cases: readonly Case[]) =>
  cases.map((each) => [each.name, each] as const)
