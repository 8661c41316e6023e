import { is, parse, safeParse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { SignInResponse } from '#src/contract/accounts/user.ts'
import {
  ApiError,
  BatchError,
  ResponseEnvelope,
  LockConflictError,
  toApiError,
} from '#src/contract/errors.ts'
import { ShareListPage } from '#src/contract/share.ts'
import { canonicalUri, uriWithScheme } from '#src/contract/uri.ts'
import { ViewSetting } from '#src/contract/views/view.ts'
import { byName, exchanges, isObject, lost, outputOf, readings, schemaOf } from './exchanges.ts'

const failed = exchanges.filter(({ answer }) => isObject(answer) && answer['code'] !== 0)

/** Fields of the public server that nothing here needs; everything else must come through. */
const unread = new Set([
  '.instance_id',
  '.themes',
  '.default_theme',
  '.logo',
  '.logo_light',
  '.custom_html',
  '.captcha_ReCaptchaKey',
  '.captcha_cap_asset_server',
  '.app_promotion',
  '.authn',
  '.icons',
  '.tos_url',
  '.privacy_policy_url',
  '.map_provider',
  '.google_map_tile_type',
  '.show_encryption_status',
  '.custom_props[].icon',
  '.file_viewers[].viewers[].url',
  '.file_viewers[].viewers[].icon',
  '.file_viewers[].viewers[].max_size',
])
/** `null` on the wire that reads as the empty value of its type. */
const emptied = new Set(['.shares', '.metadata', '.parent.metadata'])

test('every recorded answer but the plain text 404 is an envelope', () => {
  expect(exchanges).toHaveLength(191)
  const strangers = exchanges.filter(({ answer }) => !safeParse(ResponseEnvelope, answer).success)
  expect(strangers.map(({ status, answer }) => [status, answer])).toEqual([
    [404, '404 page not found'],
  ])
})

test('an envelope keeps code, msg, data, error and correlation id', () => {
  for (const { answer, name } of exchanges) {
    if (isObject(answer)) expect(lost(answer, parse(ResponseEnvelope, answer)), name).toEqual([])
  }
})

describe('what the server sent comes through whole', () => {
  test.each(byName(readings))('%s', (_, { schema, data }) => {
    const missing = lost(data, outputOf(schema, data)).filter((path) => !unread.has(path))
    const nulls = missing.filter((path) => emptied.has(path) && isNull(data, path))
    expect(missing).toEqual(nulls)
  })

  test('and every kind of answer was among them', () => {
    expect(readings).toHaveLength(58)
    const unreadAnswers = exchanges
      .filter((exchange) => !schemaOf(exchange) && isObject(exchange.answer))
      .filter(({ answer }) => isObject(answer) && isObject(answer['data']))
    expect(unreadAnswers.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /file/upload',
    ])
  })
})

function isNull(data: unknown, path: string): boolean {
  let value = data
  for (const key of path.split('.').slice(1)) value = isObject(value) ? value[key] : undefined
  return value === null
}

test('every field that the specification names comes through', () => {
  const owner = {
    id: 'u1',
    email: 'lin@example.org',
    nickname: 'Lin',
    avatar: 'file',
    created_at: '2026-01-02T03:04:05.123456789+08:00',
  }
  const share = {
    id: 's1',
    name: 'a',
    visited: 1,
    downloaded: 2,
    price: 3,
    expires: '2026-01-02T03:04:05+08:00',
    expired: false,
    unlocked: true,
    source_type: 1,
    owner,
    created_at: '2026-01-02T03:04:05Z',
    url: 'https://example.org/s/s1',
    permission_setting: {
      same_group: null,
      everyone: 'AQ==',
      other: null,
      anonymous: '',
      group_explicit: { g1: 'Aw==', g2: null },
      user_explicit: {},
    },
    is_private: true,
    password: 'p',
    share_view: true,
  }
  const page = { shares: [share], pagination: { page: 0, page_size: 50, is_cursor: true } }
  expect(parse(ShareListPage, page)).toEqual(page)
  const view = {
    page_size: 50,
    order: 'name',
    order_direction: 'desc',
    view: 'list',
    thumbnail: false,
    columns: [{ type: 0 }, { type: 99, width: 80, props: { metadata_key: 'k', later: [1] } }],
    gallery_width: 220,
  }
  expect(parse(ViewSetting, view)).toEqual(view)
  const conflicts = [
    {
      path: 'svc://my/a',
      token: 't',
      owner: { owner: 'u1', application: { type: 'viewer', viewer_id: 'v1' } },
      type: 0,
    },
  ]
  const locked = toApiError({ code: 40073, msg: 'm', data: conflicts })
  expect(locked instanceof LockConflictError && locked.conflicts).toEqual(conflicts)
})

describe('a refusal becomes the error of its kind', () => {
  test('every non-zero code does, with its code, detail and correlation id', () => {
    expect(failed).toHaveLength(86)
    for (const { name, answer } of failed) {
      const envelope = parse(ResponseEnvelope, answer)
      const error = toApiError(envelope, 'sent-with-the-request')
      const kind =
        envelope.code === 40073
          ? LockConflictError
          : envelope.code === 40081
            ? BatchError
            : ApiError
      expect(error.constructor, name).toBe(kind)
      expect(error).toMatchObject({ code: envelope.code, message: envelope.msg })
      expect(error.correlationId).toBe(envelope.correlation_id ?? 'sent-with-the-request')
    }
  })

  test('locks keep path, token, type and application', () => {
    let seen = 0
    for (const { name, answer } of failed) {
      const envelope = parse(ResponseEnvelope, answer)
      const error = toApiError(envelope)
      if (!(error instanceof LockConflictError)) continue
      expect(error.conflicts, name).toEqual(envelope.data ?? [])
      seen += error.conflicts.length
    }
    expect(seen).toBe(14)
  })

  test('a lock inside a batch comes with its token, beside what failed otherwise', () => {
    const answer = exchanges.find(({ name }) => name === 'restore into locked folder or name')
    const error = toApiError(parse(ResponseEnvelope, answer?.answer))
    if (!(error instanceof BatchError)) throw error
    expect([...error.failures.values()].map(({ code }) => code)).toEqual([40004, 40073])
    const locked = error.failures.get('cloudreve://trash/47f73460-8be6-4dc3-9fff-8acc790aa8e7')
    expect(locked).toBeInstanceOf(LockConflictError)
    expect(locked).toMatchObject({
      correlationId: '16564065-66eb-4068-900d-9cd18e71e0f3',
      conflicts: [
        { path: 'cloudreve://my/T/Work/r1.txt', token: '7d58f6e8-b4ac-4a87-9f99-1063f996ace3' },
      ],
    })
  })

  test('every item that a batch names is among its failures', () => {
    let seen = 0
    for (const { name, answer } of failed) {
      const envelope = parse(ResponseEnvelope, answer)
      const error = toApiError(envelope)
      if (!(error instanceof BatchError)) continue
      expect([...error.failures.keys()], name).toEqual(
        Object.keys(envelope.aggregated_error as object),
      )
      seen += error.failures.size
    }
    expect(seen).toBe(17)
  })
})

/** Every address in the answers and in what was asked. */
function addresses(value: unknown): string[] {
  if (typeof value === 'string') return /^cloudreve:\/\/\S*$/.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(addresses)
  return isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => [...addresses(key), ...addresses(inner)])
    : []
}

test('every recorded address is the same after the way to canonical form and back', () => {
  const found = new Set(exchanges.flatMap(({ body, answer }) => [body, answer]).flatMap(addresses))
  expect(found.size).toBeGreaterThan(40)
  for (const address of found) {
    const canonical = canonicalUri(address)
    expect(canonical).toMatch(/^svc:\/\//)
    expect(uriWithScheme(canonical, 'cloudreve')).toBe(address.replace(/\/$/, ''))
    expect(canonicalUri(canonical)).toBe(canonical)
  }
})

test('a sign-in without a token is refused, not read as one with an empty token', () => {
  expect(is(SignInResponse, { user: { id: 'u1' }, token: { access_token: '' } })).toBe(false)
})
