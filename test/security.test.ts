import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const security = read('../docs/security.md')

/** Pairs of a test file and the titles that a row names behind it. */
function claimsOf(row: string): [file: string, title: string][] {
  let file = ''
  return [...row.matchAll(/`([a-z-]+(?:\/[a-z-]+)*)`: |“([^”]+)”/g)].flatMap(([, path, title]) => {
    if (path !== undefined) file = path
    return title === undefined ? [] : [[file, title] as [string, string]]
  })
}
const rows = security
  .split('\n')
  .filter((line) => /^\|(?!---)/.test(line) && !line.endsWith('test |'))

test('every promise of docs/security.md names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(30)
  const wrong = rows.flatMap((row) => {
    const claims = claimsOf(row)
    if (claims.length === 0) return [`no test: ${row}`]
    return claims
      .filter(([file, title]) => {
        const path = [`./${file}.test.ts`, `./${file}.test.tsx`].find((one) =>
          existsSync(fileURLToPath(new URL(one, import.meta.url))),
        )
        if (path === undefined) return true
        return !read(path).replaceAll("\\'", "'").includes(title)
      })
      .map(([file, title]) => `${file}: ${title}`)
  })
  expect(wrong).toEqual([])
})

/** The code blocks of a language in `docs/deployment.md`. */
function blocksOf(language: string): string[] {
  const deployment = read('../docs/deployment.md')
  const blocks = deployment.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))
  return [...blocks].map(([, block = '']) => block)
}

test('the proxies that are described log no query strings', () => {
  const [nginx, caddy] = [blocksOf('nginx'), blocksOf('caddyfile')]
  expect([nginx.length, caddy.length]).toEqual([2, 2])
  for (const block of nginx) {
    const formats = [...block.matchAll(/log_format (\w+) '([^']*)'/g)]
    expect(formats).toHaveLength(1)
    const [[, name = '', format = ''] = []] = formats
    expect(format).not.toMatch(
      /\$(?:request|request_uri|args|query_string|is_args|http_referer)\b(?!_)/,
    )
    const logs = [...block.matchAll(/access_log (?!off;)\S+ (\w+);/g)]
    expect(logs.map(([, used]) => used)).toEqual([name])
    // Messages about errors repeat the request.
    expect([...block.matchAll(/error_log \S+ (\w+);/g)].map(([, level]) => level)).toEqual([
      'emerg',
    ])
  }
  for (const block of caddy) {
    const [options = '', site = ''] = block.split(/^\}\n/m)
    expect(options).toMatch(/^\{\n\tlog \{[^]*request>uri delete/)
    expect(site).toMatch(/^\s*files\.example\.org \{/)
    expect(site).not.toMatch(/^\s*log\b/m)
  }
})
