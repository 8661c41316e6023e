import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canonicalUri,
  childUri,
  type ParsedUri,
  formatUri,
  InvalidUriError,
  isSameOrBelow,
  withoutNestedItems,
  parentUri,
  parseUri,
  rootUri,
  transferProblem,
  uriWithScheme,
} from '#src/contract/uri.ts'

const awkward = [
  'a b',
  'a+b',
  '100%',
  '%2F',
  '%',
  '#1',
  'who?',
  'a&b=c',
  'e & f #1.txt',
  ':@',
  '~!*\'()"',
  '数据.txt',
  'über',
  'u\u0308ber',
  '👨‍👩‍👧‍👦🏳️‍🌈',
  'שלום',
  '\u202Etxt.exe',
  'a\nb\r\n',
  '\t',
  '\u0000',
  '...',
  '.hidden',
  '..b',
  'a\\b',
  'x'.repeat(255),
  '文'.repeat(3_400),
  '\ufeff',
  ' ',
]
const text = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
)
const name = text.filter((name) => !name.includes('/') && name !== '.' && name !== '..')
const uri: fc.Arbitrary<ParsedUri> = fc.record(
  {
    host: fc.oneof(fc.constantFrom('my', 'trash', 'share'), fc.stringMatching(/^[a-z0-9.-]+$/)),
    id: fc.oneof(text, fc.stringMatching(/^[\w:@/]+$/)),
    password: fc.oneof(text, fc.constant(''), fc.stringMatching(/^[\w:@/]+$/)),
    segments: fc.array(name),
    search: fc.array(fc.tuple(fc.oneof(text, fc.constant('')), fc.oneof(text, fc.constant(''))), {
      minLength: 1,
    }),
  },
  { requiredKeys: ['host', 'segments'] },
)

describe('an address and its text say the same', () => {
  test('what was written is read back', () => {
    fc.assert(
      fc.property(uri, fc.constantFrom('svc', 'cloudreve'), (uri, scheme) => {
        expect(parseUri(formatUri(uri, scheme))).toEqual(uri)
      }),
      { numRuns: 1_000 },
    )
  })

  test('canonical text is its own canonical form, and survives the way over the wire', () => {
    fc.assert(
      fc.property(uri, (uri) => {
        const canonical = formatUri(uri)
        expect(canonicalUri(canonical)).toBe(canonical)
        expect(canonicalUri(uriWithScheme(canonical, 'cloudreve'))).toBe(canonical)
        expect(uriWithScheme(uriWithScheme(canonical, 'cloudreve'), 'svc')).toBe(canonical)
      }),
    )
  })

  test('a name that is no well-formed text is still written', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00', '/', '%') })
    fc.assert(
      fc.property(text, text, (name, password) => {
        const written = formatUri({ host: 'my', segments: [name], password, search: [[name, '']] })
        expect(() => parseUri(written)).not.toThrow()
      }),
    )
    expect(formatUri({ host: 'my', segments: ['a\ud800b'] })).toBe('svc://my/a%EF%BF%BDb')
  })

  test('any text at all is an address or an InvalidUriError, and what is none goes through unchanged', () => {
    const near = fc
      .tuple(
        fc.constantFrom('svc://', 'cloudreve://', 'SVC://', 'http://', '', 'svc:'),
        fc.string({ unit: fc.constantFrom(...'my/.%2F?#&=@:+ é'.split(''), '\ud800') }),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (text) => {
        let parsed: ParsedUri | null = null
        try {
          parsed = parseUri(text)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidUriError)
        }
        if (parsed) {
          const canonical = canonicalUri(text)
          expect(canonicalUri(canonical)).toBe(canonical)
          if (!/\p{Cs}/u.test(text)) expect(parseUri(canonical)).toEqual(parsed)
        } else {
          expect(canonicalUri(text)).toBe(text)
          expect(uriWithScheme(text, 'cloudreve')).toBe(text)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the public server is lenient, and so is reading', () => {
  test.each([
    ['cloudreve://my/', 'svc://my'],
    ['cloudreve://my', 'svc://my'],
    ['CloudReve://MY/A', 'svc://my/A'],
    ['svc://my/a b/数据.txt', 'svc://my/a%20b/%E6%95%B0%E6%8D%AE.txt'],
    ["svc://my/a&b=c;d,e$'()*!~", "svc://my/a%26b%3Dc%3Bd%2Ce%24'()*!~"],
    ['svc://my/a/', 'svc://my/a'],
    ['svc://my//a///b', 'svc://my/a/b'],
    ['svc://my/./a/../b/.', 'svc://my/b'],
    ['svc://my/../../a', 'svc://my/a'],
    ['svc://my/a%2F..%2Fb', 'svc://my/b'],
    ['svc://my/%2e%2e/a', 'svc://my/a'],
    ['svc://my/a%2Fb', 'svc://my/a/b'],
    ['svc://my/%e6%95%b0', 'svc://my/%E6%95%B0'],
    ['svc://my/a#b/c?d=e', 'svc://my/a'],
    ['svc://my/a+b', 'svc://my/a%2Bb'],
    ['svc://my?', 'svc://my'],
    ['svc://my?&', 'svc://my'],
    ['svc://my/?name=a*&use_or&&name=b', 'svc://my?name=a*&use_or=&name=b'],
    ['svc://my/a?name=x#y', 'svc://my/a?name=x'],
    ['svc://5zhj@my/T', 'svc://5zhj@my/T'],
    ['svc://5OT3:p%40%3A@share/a', 'svc://5OT3:p%40%3A@share/a'],
    ['svc://5OT3:p@:q@share/a', 'svc://5OT3:p%40%3Aq@share/a'],
    ['svc://@my/a', 'svc://my/a'],
  ])('%s reads as %s', (given, canonical) => {
    expect(canonicalUri(given)).toBe(canonical)
  })

  test.each([
    '',
    'a',
    '/a',
    'svc:',
    'svc:/my',
    'svc://',
    'svc:///a',
    'svc://a@/b',
    'http://my/a',
    'svc://my/%',
    'svc://my/%zz',
    'svc://my/%FF',
    'svc://my?a=%',
    'svc://%@my',
    'svc://a:%@my',
    'javascript://my/%0aalert(1)',
    ' svc://my',
  ])('%j is no address', (given) => {
    expect(() => parseUri(given)).toThrow(InvalidUriError)
    expect(canonicalUri(given)).toBe(given)
    expect(uriWithScheme(given, 'cloudreve')).toBe(given)
  })

  test('a service that wants one scheme refuses the other', () => {
    expect(parseUri('svc://my/a', 'svc')).toEqual({ host: 'my', segments: ['a'] })
    expect(() => parseUri('cloudreve://my/a', 'svc')).toThrow(InvalidUriError)
  })

  // What is read in more than linear time here would outlast the test's own limit.
  test('a long row of slashes and dots is read', () => {
    parseUri(`svc://my/${'../%2e/'.repeat(50_000)}a`)
    expect(() => parseUri(`svc://${'@'.repeat(100_000)}`)).toThrow(InvalidUriError)
  })
})

describe('going down and up the tree', () => {
  test('the folder of a child is the folder one came from', () => {
    fc.assert(
      fc.property(uri, name, (uri, name) => {
        const { search: _search, ...folder } = uri
        const child = childUri(formatUri(uri), name)
        expect(parseUri(child)).toEqual({ ...folder, segments: [...folder.segments, name] })
        expect(parentUri(child)).toBe(formatUri(folder))
      }),
    )
  })

  test.each(['', '.', '..', '/', '../x', 'a/b'])('%j is no name of a child', (name) => {
    expect(() => childUri('svc://my/a', name)).toThrow(InvalidUriError)
  })

  test('a root has no folder above it', () => {
    expect(parentUri(rootUri('my'))).toBeNull()
    expect(parentUri('svc://5OT3:p@share/?name=x')).toBeNull()
    expect(rootUri('my')).toBe('svc://my')
    expect(rootUri('share', 'a:b@c')).toBe('svc://a%3Ab%40c@share')
  })

  test('the password of a share goes along', () => {
    expect(childUri('svc://5OT3:p@share', 'a b')).toBe('svc://5OT3:p@share/a%20b')
    expect(parentUri('svc://5OT3:p@share/a/b?name=x')).toBe('svc://5OT3:p@share/a')
  })
})

describe('what lies in a folder', () => {
  test.each([
    ['svc://my/a/b', 'svc://my/a', true],
    ['svc://my/a', 'svc://my/a', true],
    ['svc://my/a', 'svc://my', true],
    ['cloudreve://my/%61/b', 'svc://my/a', true],
    ['svc://my/ab', 'svc://my/a', false],
    ['svc://my/a', 'svc://my/a/b', false],
    ['svc://trash/a', 'svc://my/a', false],
    ['svc://x@share/a/b', 'svc://y@share/a', false],
    ['svc://x@share/a/b', 'svc://x@share/a', true],
    ['%%%', 'svc://my', false],
    ['svc://my', 'nothing', false],
  ])('%s in %s: %s', (uri: string, folder: string, isIn: boolean) => {
    expect(isSameOrBelow(uri, folder)).toBe(isIn)
  })
})

describe('F2 what is sent together', () => {
  const at = (...uris: string[]) => uris.map((uri) => ({ uri }))

  test('nothing twice, and nothing beside the folder that holds it', () => {
    expect(
      withoutNestedItems(
        at('svc://my/a', 'svc://my/a/b/c', 'svc://my/ab', 'svc://my/a', 'svc://my/a/'),
      ),
    ).toEqual(at('svc://my/a', 'svc://my/ab'))
    expect(withoutNestedItems(at('svc://my/d e/x', 'svc://my/d%20e'))).toEqual(at('svc://my/d%20e'))
    expect(withoutNestedItems(at('', 'no address', 'no address'))).toEqual(at('', 'no address'))
  })

  test('every item is sent or lies in one that is, and none of those lies in another', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (paths) => {
        const items = at(...paths.map((segments) => formatUri({ host: 'my', segments })))
        const sent = withoutNestedItems(items)
        for (const { uri } of items) {
          expect(sent.filter((other) => isSameOrBelow(uri, other.uri))).toHaveLength(1)
        }
      }),
    )
  })

  test('nothing goes into itself, below itself, or where it is', () => {
    const items = at('svc://my/Photos', 'svc://my/a.txt')
    expect(transferProblem(items, 'svc://my/Photos')).toBe('inside')
    expect(transferProblem(items, 'svc://my/Photos/Home')).toBe('inside')
    expect(transferProblem(items, 'svc://my')).toBe('present')
    expect(transferProblem(items, 'svc://my/Photos%202')).toBeNull()
    expect(transferProblem(at('svc://my/a.txt', 'svc://my/b/c.txt'), 'svc://my/')).toBeNull()
  })
})
