import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { accountUsage } from './command-line/account-options.ts'
import { parseOrigin, parseOrigins } from './http/security/origins.ts'
import { StartError } from './start-error.ts'

/** What a new data folder can be seeded with: the values of `--world`. */
export const sampleDataSets = ['sample', 'large', 'empty'] as const
export type SampleDataSet = (typeof sampleDataSets)[number]

export interface Options {
  /** Port to listen on; 0 selects a free one. */
  port: number
  host: string
  /** The data folder; relative to the working directory unless absolute. */
  data: string
  /** `undefined` means the data set that the data folder already holds, `sample` in a new one. */
  world: SampleDataSet | undefined
  reset: boolean
  /** Replace the database by its copy of a day (`2026-11-24`), or by the last one. */
  restoreCopy: { day: string | undefined } | undefined
  captcha: boolean
  /** Address of a proxy whose forwarding headers count. */
  trustedProxy: string | undefined
  /** The origin by which the page is asked for, behind a proxy. */
  publicUrl: URL | undefined
  /**
   * The origin of a real server, with the URI scheme it speaks, the origins of its storages that the page may use, and the
   * origin of its own front end where the page leads to that. Without it the embedded service answers.
   */
  upstream:
    | { origin: URL; scheme: string; origins: string[]; classic: string | undefined }
    | undefined
}

export const commandLineUsage = `Usage: npm start -- [options]
${accountUsage}

  --port N          port to listen on; 0 picks a free one (4173)
  --host H          address to listen on (127.0.0.1)
  --data DIR        folder of the database and the files (.data)
  --world NAME      sample data: sample, large or empty; changing it needs --reset (sample)
  --reset           create the sample data anew; all data in the folder is deleted
  --restore-copy [DATE]  go back to the copy of the database of a day, or the last one; the old one is kept
  --captcha         make sign-in ask for a captcha
  --public-url URL  address by which this server is reached, such as https://files.example.org; links are written with it
  --trusted-proxy A address of a proxy in front, which names its clients in X-Forwarded-For
  --upstream URL    use a real server instead of the embedded service, such as https://drive.example.org
  --scheme S        URI scheme of the real server (cloudreve)
  --origins A,B     origins of its storages that the page may use, such as https://files.example.org
  --classic URL     address of its own front end, which the account menu then leads to
  --help            show this text`

const known = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  world: { type: 'string' },
  reset: { type: 'boolean' },
  'restore-copy': { type: 'string' },
  captcha: { type: 'boolean' },
  'trusted-proxy': { type: 'string' },
  'public-url': { type: 'string' },
  upstream: { type: 'string' },
  scheme: { type: 'string' },
  origins: { type: 'string' },
  classic: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Reads the command line (without node and script).
 * @throws StartError in one line for an unknown option, a missing value, or options that exclude each other
 */
export function parseOptions(argv: readonly string[]): Options | 'help' {
  const given = readTokens(argv)
  if (given.has('help')) return 'help'

  const upstreamText = given.get('upstream')
  if (upstreamText === undefined) {
    for (const name of ['scheme', 'origins', 'classic']) {
      if (given.has(name)) throw new StartError(`--${name} needs --upstream.`)
    }
  } else {
    // An option that would silently do nothing is worse than a refusal.
    for (const name of ['data', 'world', 'reset', 'restore-copy', 'captcha']) {
      if (given.has(name)) {
        throw new StartError(
          `--${name} belongs to the embedded service and cannot be used with --upstream.`,
        )
      }
    }
  }

  if (given.has('reset') && given.has('restore-copy')) {
    throw new StartError(
      '--reset deletes the copies that --restore-copy goes back to. Choose one of them.',
    )
  }
  return {
    port: portOf(given.get('port') ?? '4173'),
    host: hostOf(given.get('host') ?? '127.0.0.1'),
    data: filled('data', given.get('data') ?? '.data'),
    world: dataSetOf(given.get('world')),
    reset: given.has('reset'),
    restoreCopy: given.has('restore-copy') ? { day: dayOf(given.get('restore-copy')) } : undefined,
    captcha: given.has('captcha'),
    trustedProxy: proxyOf(given.get('trusted-proxy')),
    publicUrl: given.has('public-url')
      ? parseOrigin('public-url', given.get('public-url') ?? '')
      : undefined,
    upstream:
      upstreamText === undefined
        ? undefined
        : {
            origin: parseOrigin('upstream', upstreamText),
            scheme: schemeOf(given.get('scheme') ?? 'cloudreve'),
            origins: given.has('origins') ? parseOrigins(given.get('origins') ?? '') : [],
            classic: given.has('classic')
              ? parseOrigin('classic', given.get('classic') ?? '').origin
              : undefined,
          },
  }
}

function readTokens(argv: readonly string[]): Map<string, string> {
  // The parser is not strict, because Node's own messages run over several lines.
  const { tokens } = parseArgs({
    args: withOptionalDay(argv),
    options: known,
    strict: false,
    tokens: true,
  })
  const given = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      throw new StartError(
        `Unexpected argument ${quote(token.value)}. npm start -- --help lists the options.`,
      )
    }
    if (!Object.hasOwn(known, token.name)) {
      throw new StartError(
        `Unknown option ${quote(token.rawName)}. npm start -- --help lists the options.`,
      )
    }
    const isText = known[token.name as keyof typeof known].type === 'string'
    if (!isText && token.value !== undefined) {
      throw new StartError(`--${token.name} takes no value.`)
    }
    // `--port --reset` would otherwise take the second option for the value of the first.
    if (isText && (token.value === undefined || (!token.inlineValue && /^-./.test(token.value)))) {
      throw new StartError(`--${token.name} needs a value.`)
    }
    given.set(token.name, token.value ?? '')
  }
  return given
}

/** The day behind `--restore-copy` may be left out, which the parser does not know. */
const withOptionalDay = (argv: readonly string[]): string[] =>
  argv.flatMap((word, index) => {
    if (argv[index - 1] === '--restore-copy' && !word.startsWith('-')) return []
    if (word !== '--restore-copy') return [word]
    const next = argv[index + 1]
    return [`--restore-copy=${next === undefined || next.startsWith('-') ? '' : next}`]
  })

function dayOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) {
    throw new StartError(`--restore-copy must name a day such as 2026-11-24, not ${quote(text)}.`)
  }
  return text
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new StartError(`--port must be a number from 0 to 65535, not ${quote(text)}.`)
  }
  return port
}

function hostOf(text: string): string {
  const host = text.replace(/^\[(.*)\]$/, '$1')
  if (!/^[\w.:%-]+$/.test(host)) {
    throw new StartError(`--host must be an address or a name, not ${quote(text)}.`)
  }
  return host
}

function proxyOf(text: string | undefined): string | undefined {
  if (text !== undefined && isIP(text) === 0) {
    throw new StartError(`--trusted-proxy must be an IP address, not ${quote(text)}.`)
  }
  return text
}

function dataSetOf(text: string | undefined): SampleDataSet | undefined {
  const dataSet = sampleDataSets.find((name) => name === text)
  if (text !== undefined && dataSet === undefined) {
    throw new StartError(`--world must be sample, large or empty, not ${quote(text)}.`)
  }
  return dataSet
}

function schemeOf(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*$/.test(text)) {
    throw new StartError(`--scheme must be a URI scheme such as cloudreve, not ${quote(text)}.`)
  }
  return text
}

function filled(name: string, text: string): string {
  if (text.trim() === '') throw new StartError(`--${name} needs a value.`)
  return text
}

/** JSON keeps a line break or an escape sequence in an argument from breaking the one line. */
function quote(text: string): string {
  return JSON.stringify(text)
}
