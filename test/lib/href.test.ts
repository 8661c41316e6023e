import { describe, expect, it } from 'vitest'
import { safeHttpHref, sameOriginPathOrRoot } from '#src/lib/href.ts'

describe('an address from outside', () => {
  it.each([
    ['https://drive.example.org/s/g2guA', 'https://drive.example.org/s/g2guA'],
    ['HTTP://example.org', 'http://example.org/'],
  ])('lets %s through', (url, href) => {
    expect(safeHttpHref(url)).toBe(href)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    'https:///evil.example',
    'https://user@evil.example',
    'https://user:pass@evil.example',
    'https://example.org@evil.example',
    'https://exa mple.org',
    'https://example.org\n',
    'https://',
    '/relative',
    '',
    null,
    undefined,
  ])('stops %j', (url) => {
    expect(safeHttpHref(url)).toBeUndefined()
  })
})

describe('the way back after signing in', () => {
  it.each([
    ['/', '/'],
    ['/shares?state=dead#row', '/shares?state=dead#row'],
    ['/files?uri=svc%3A%2F%2Fmy%2FPhotos', '/files?uri=svc%3A%2F%2Fmy%2FPhotos'],
    ['/files?uri=svc://my/100%', '/files?uri=svc://my/100%'],
    ['/a/../trash', '/trash'],
  ])('goes to %s', (path, back) => {
    expect(sameOriginPathOrRoot(path)).toBe(back)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/%2F/evil.example',
    '/%2fevil.example',
    '/%252Fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/%E0%A4%A',
    '',
    null,
    undefined,
  ])('goes home instead of %j', (path) => {
    expect(sameOriginPathOrRoot(path)).toBe('/')
  })
})
