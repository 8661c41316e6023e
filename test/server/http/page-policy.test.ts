import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, resolveConfig } from 'vite'
import { describe, expect, it } from 'vitest'
import { classicOriginPlugin } from '#src/build/classic-origin.ts'
import { pagePolicyPlugin } from '#src/build/page-policy.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const index = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8')

/** The page that a build writes; the same page when the plug-in has no part in it. */
async function builtWith(plugin: Plugin): Promise<string> {
  const config = { root, configFile: false as const, plugins: [plugin] }
  const { plugins } = await resolveConfig(config, 'build', 'production', 'production')
  if (!plugins.some(({ name }) => name === plugin.name)) return index
  const { transformIndexHtml } = plugin
  if (typeof transformIndexHtml !== 'object') throw new Error('no hook')
  const page: unknown = await transformIndexHtml.handler.call(undefined as never, index, {
    path: '/index.html',
    filename: 'index.html',
  })
  return String(page)
}
const built = (origins: string | undefined, isNeeded: boolean): Promise<string> =>
  builtWith(pagePolicyPlugin({ origins, isNeeded }))

describe('R3 the page of a build', () => {
  it('names the origins of storages, in its policy too', async () => {
    const page = await built('https://files.example.org, https://media.example.com:9000', false)
    expect(page).toContain(
      '<meta name="latchkey:origins" content="https://files.example.org https://media.example.com:9000" />',
    )
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
    const storages = 'https://files.example.org https://media.example.com:9000'
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        `connect-src 'self' ${storages}`,
        `img-src 'self' data: blob: ${storages}`,
        `media-src 'self' ${storages}`,
        `frame-src ${storages}`,
        "script-src 'self'",
        "default-src 'none'",
      ]),
    )
    // Browsers report it as an error in a page.
    expect(policy).not.toContain('frame-ancestors')
    expect(page.indexOf('http-equiv')).toBeLessThan(page.indexOf('<script'))
  })

  it('stays as it is when no origins are named', async () => {
    expect(await built(undefined, false)).toBe(index)
  })

  it('has a policy without origins when its server sends none', async () => {
    const page = await built(undefined, true)
    expect(page).toContain("connect-src 'self';")
    expect(page).toContain('<meta name="latchkey:origins" content="" />')
  })

  it('R9 names the front end beside it', async () => {
    expect(await builtWith(classicOriginPlugin('https://drive.example.org/'))).toContain(
      '<meta name="latchkey:classic" content="https://drive.example.org" />',
    )
    expect(await builtWith(classicOriginPlugin(undefined))).toBe(index)
  })

  it.each([
    ['--classic javascript:alert(1)', /--classic must be an address/],
    ['--origins http://files.example.org', /--origins must name origins/],
    ['--origins=', /--origins must name origins/],
    ['--for wordpress', /--for must be cloudreve/],
    ['--origin https://files.example.org', /--origin/],
  ])('is not built with "%s", which is said in one line', (line, reason) => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ['src/build/build.mjs', ...line.split(' ')],
      { cwd: root, encoding: 'utf8' },
    )
    expect(status).toBe(1)
    expect(stderr).toMatch(reason)
    expect(stderr.trim()).not.toContain('\n')
    expect(stdout).toBe('')
  })
})
