import * as v from 'valibot'

/** Milliseconds for each of the two questions. */
const timeoutMs = 5_000

const Version = v.object({ code: v.literal(0), data: v.string() })
const Site = v.object({ code: v.literal(0), data: v.object({ title: v.optional(v.string(), '') }) })

/**
 * One line about a real server: its title and version, or why it is none that speaks the protocol (docs/protocol.md
 * §9.2). Never throws, since a server that is down now may be up later.
 */
export async function describeUpstream(origin: URL): Promise<string> {
  try {
    const version = await ask(origin, '/api/v4/site/ping', Version)
    const { title } = await ask(origin, '/api/v4/site/config/basic', Site)
    return `${origin.origin} speaks the protocol: ${title ? `"${oneLine(title)}", ` : ''}version ${oneLine(version)}.`
  } catch (error) {
    return `${origin.origin} does not answer as a server of the protocol: ${firstLineOfError(error)}.`
  }
}

async function ask<T>(
  origin: URL,
  path: string,
  schema: v.GenericSchema<unknown, { data: T }>,
): Promise<T> {
  const answer = await fetch(new URL(path, origin), {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const type = answer.headers.get('content-type') ?? 'no content type'
  const parsed = v.safeParse(schema, await answer.json().catch(() => undefined))
  if (answer.ok && parsed.success) return parsed.output.data
  throw new Error(`GET ${path} was answered with ${answer.status}, ${oneLine(type)}`)
}

/** A text of a foreign server for the terminal: one line, without control characters. */
const oneLine = (text: string): string => text.replace(/\p{C}+/gu, ' ').slice(0, 200)

function firstLineOfError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
