import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAccountCommand } from '../../src/server/command-line/account-options.ts'
import { parseOptions, commandLineUsage } from '../../src/server/options.ts'
import { StartError } from '../../src/server/start-error.ts'

describe('R8 the command line', () => {
  it('listens on loopback, port 4173, with data in .data when nothing is said', () => {
    expect(parseOptions([])).toEqual({
      port: 4173,
      host: '127.0.0.1',
      data: '.data',
      world: undefined,
      reset: false,
      restoreCopy: undefined,
      captcha: false,
      trustedProxy: undefined,
      publicUrl: undefined,
      upstream: undefined,
    })
  })

  it('takes every option of the embedded service, with a space or an equals sign', () => {
    const options = parseOptions(
      '--port=0 --host ::1 --data /tmp/x --world large --reset --captcha'.split(' '),
    )
    expect(options).toMatchObject({
      port: 0,
      host: '::1',
      data: '/tmp/x',
      world: 'large',
      reset: true,
      captcha: true,
    })
  })

  it('takes an IPv6 address in brackets', () => {
    expect(parseOptions(['--host', '[::1]'])).toMatchObject({ host: '::1' })
  })

  it('speaks cloudreve to a real server unless told otherwise', () => {
    const address = 'https://drive.example.org'
    expect(parseOptions(['--upstream', address])).toMatchObject({
      upstream: { origin: new URL(address), scheme: 'cloudreve' },
    })
    expect(parseOptions(['--upstream', `${address}/`, '--scheme', 'svc'])).toMatchObject({
      upstream: { scheme: 'svc' },
    })
  })

  it('R8 takes the address of the front end of the real server', () => {
    expect(
      parseOptions(['--upstream', 'https://a.example', '--classic', 'https://old.example:8443/']),
    ).toMatchObject({ upstream: { classic: 'https://old.example:8443' } })
    expect(parseOptions(['--upstream', 'https://a.example'])).toMatchObject({
      upstream: { classic: undefined },
    })
  })

  it('R3 takes origins of storages, each once and without a slash at its end', () => {
    const origins =
      'https://files.example.org,https://Files.example.com:9000, http://localhost:9000/,http://127.0.0.1:1,https://files.example.org'
    expect(parseOptions(['--upstream', 'https://a.example', '--origins', origins])).toMatchObject({
      upstream: {
        origins: [
          'https://files.example.org',
          'https://files.example.com:9000',
          'http://localhost:9000',
          'http://127.0.0.1:1',
        ],
      },
    })
    expect(parseOptions(['--upstream', 'https://a.example'])).toMatchObject({
      upstream: { origins: [] },
    })
  })

  it.each([
    'files.example.org',
    'http://files.example.org',
    'ftp://files.example.org',
    'https://files.example.org/bucket',
    'https://files.example.org?a',
    'https://me:secret@files.example.org',
    'https://[::1]',
    "https://a.example.org; script-src 'unsafe-inline'",
    'https://a.example.org"><script>',
    'https://a.example.org,',
    'https://a.example.org\nX: y',
  ])('R3 refuses the storage origin %s in one line', (origins) => {
    const parse = () => parseOptions(['--upstream', 'https://a.example', '--origins', origins])
    expect(parse).toThrow(StartError)
    expect(parse).toThrow(/^--origins must name origins \P{Cc}*$/u)
  })

  it.each([
    'https://*',
    'https://*.org',
    'https://*.amazonaws.com',
    'https://*.files.example.org:9000',
    'https://files.*.example.org',
    'http://*.localhost',
    'https://files.example.org,https://*.co.uk',
  ])('R3 refuses the wildcard in the storage origin %s in one line that says so', (origins) => {
    const parse = () => parseOptions(['--upstream', 'https://a.example', '--origins', origins])
    expect(parse).toThrow(StartError)
    expect(parse).toThrow(/^--origins takes exact origins \P{Cc}* not the wildcard in \P{Cc}*$/u)
  })

  it('R8 takes the address that it is reached by, of either kind of server', () => {
    const address = 'https://files.example.org'
    expect(parseOptions(['--public-url', `${address}/`])).toMatchObject({
      publicUrl: new URL(address),
    })
    expect(
      parseOptions(['--upstream', 'https://a.example', '--public-url', `${address}:8443`]),
    ).toMatchObject({ publicUrl: new URL(`${address}:8443`) })
  })

  it('shows help, which names every option', () => {
    expect(parseOptions(['--help'])).toBe('help')
    expect(parseOptions(['-h', '--port', '1'])).toBe('help')
    for (const name of 'port host data world reset restore-copy captcha trusted-proxy public-url upstream scheme origins classic help'.split(
      ' ',
    )) {
      expect(commandLineUsage).toContain(`--${name} `)
    }
  })

  it.each([
    ['--prot 80', /Unknown option "--prot"/],
    ['-x', /Unknown option "-x"/],
    ['__proto__', /Unexpected argument "__proto__"/],
    ['--constructor', /Unknown option "--constructor"/],
    ['serve', /Unexpected argument "serve"/],
    ['--port', /--port needs a value/],
    ['--port --reset', /--port needs a value/],
    ['--port 65536', /--port must be a number/],
    ['--port -1', /--port needs a value/],
    ['--port=-1', /--port must be a number/],
    ['--port 1e3', /--port must be a number/],
    ['--port 80.5', /--port must be a number/],
    ['--data=', /--data needs a value/],
    ['--host http://x', /--host must be an address/],
    ['--world huge', /--world must be sample, large or empty/],
    ['--reset=yes', /--reset takes no value/],
    ['--trusted-proxy proxy.example', /must be an IP address/],
    ['--reset --restore-copy', /deletes the copies that --restore-copy goes back to/],
    ['--restore-copy yesterday', /must name a day such as 2026-11-24/],
    [
      '--upstream https://a.example.org --restore-copy',
      /--restore-copy belongs to the embedded service/,
    ],
    ['--public-url files.example.org', /--public-url must be an address/],
    ['--public-url https://files.example.org/drive', /--public-url must be an address/],
    ['--public-url=', /--public-url must be an address/],
    ['--scheme svc', /--scheme needs --upstream/],
    ['--origins https://a.example', /--origins needs --upstream/],
    ['--classic https://a.example', /--classic needs --upstream/],
    ['--upstream https://a.example --classic a.example', /--classic must be an address/],
    ['--upstream https://a.example --classic javascript:alert(1)', /--classic must be an address/],
    [
      '--upstream https://a.example --classic https://a.example/home',
      /--classic must be an address/,
    ],
    ['--upstream drive.example.org', /--upstream must be an address/],
    ['--upstream ftp://drive.example.org', /--upstream must be an address/],
    ['--upstream https://drive.example.org/cloud', /--upstream must be an address/],
    ['--upstream https://me:secret@drive.example.org', /--upstream must be an address/],
    ['--upstream https://a.example --scheme "><script>', /--scheme must be a URI scheme/],
    ['--upstream https://a.example --world large', /--world belongs to the embedded service/],
    ['--upstream https://a.example --captcha', /--captcha belongs to the embedded service/],
  ])('refuses "%s" in one line', (line, reason) => {
    let message = ''
    try {
      parseOptions(line.split(' '))
    } catch (error) {
      expect(error).toBeInstanceOf(StartError)
      message = (error as StartError).message
    }
    expect(message).toMatch(reason)
    expect(message).not.toContain('\n')
  })

  it('keeps the message on one line whatever was typed', () => {
    expect(() => parseOptions(['a\nb\u001b[2J'])).toThrow(/^\P{Cc}*$/u)
  })
})

/** What stands behind `npm start --` in the code blocks of the document, in its units too. */
function documentedCommands(): string[][] {
  const document = readFileSync(new URL('../../docs/deployment.md', import.meta.url), 'utf8')
  return [...document.matchAll(/^```[^]*?^```/gm)].flatMap(([block]) =>
    [...block.matchAll(/(?:npm start --|src\/server\/start\.mjs) (.+)/g)].map(([, words = '']) =>
      words.trim().split(/\s+/),
    ),
  )
}

describe('docs/deployment.md', () => {
  it('R8, R11 shows commands that are understood', () => {
    const commands = documentedCommands()
    expect(commands.length).toBeGreaterThan(7)
    for (const [first = '', ...rest] of commands) {
      const parse = () =>
        first === 'account' ? parseAccountCommand(rest) : parseOptions([first, ...rest])
      expect(parse, [first, ...rest].join(' ')).not.toThrow()
    }
  })
})
