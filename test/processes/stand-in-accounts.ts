import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'

/*
 * What the public server has and the embedded service has not (docs/protocol.md §2.5, §2.6): network drives, sign-up, and
 * links of mails. It stands in front of the service in page tests and journeys.
 */

type Drive = {
  id: string
  created_at: string
  name: string
  uri: string
  password: string
  options: string
}
type DriveBody = {
  uri?: string
  name?: string
  readonly?: boolean
  proxy?: boolean
  disable_sys_files?: boolean
}
export type StandInRequest = {
  method: string
  /** Below `/api/v4`. */
  path: string
  query: URLSearchParams
  /** As the server got it. */
  body: string
  isSignedIn: boolean
}
export type StandInAnswer = { code: number; msg: string; data?: unknown }

const ok = (data?: unknown): StandInAnswer => ({
  code: 0,
  msg: '',
  ...(data === undefined ? {} : { data }),
})
const refuse = (code: number, msg: string): StandInAnswer => ({ code, msg })

/** Where a mail would lead, and to whom it would have been sent. */
type Mail = { to: string; link: string }

export function createStandInAccounts(known: readonly string[] = []) {
  const drives: Drive[] = []
  const emails = new Set(known)
  const mails: Mail[] = []
  const passwords = new Map<string, string>()
  const open = new Set<string>()
  let made = 0
  const state = {
    /** Answers of `GET /site/config/login` beside those of the service. */
    site: {
      register_enabled: true,
      reg_captcha: false,
      forget_captcha: false,
    } as Record<string, unknown>,
    /** As `GET /site/config/basic` names it. */
    captchaType: 'normal',
    mayHaveDrives: true,
    /** Drives in one page, whatever is asked for. */
    pageSize: 100,
    drives,
    mails,
    passwords,
    /** Bodies of writes, as they were sent. */
    writes: [] as { line: string; body: Record<string, unknown> }[],
  }

  const optionsOf = ({ readonly, proxy, disable_sys_files: noSystemFiles }: DriveBody) =>
    encodeBoolset([...(readonly ? [0] : []), ...(proxy ? [1] : []), ...(noSystemFiles ? [2] : [])])

  const mail = (to: string, path: string): void => {
    const secret = `secret-${++made}`
    open.add(secret)
    mails.push({ to, link: `${path}${secret}` })
  }

  function driveAnswer({ method, path, query, body }: StandInRequest): StandInAnswer {
    if (!state.mayHaveDrives) return refuse(40007, 'Operation not allowed for current user group')
    const id = path.split('/')[3]
    const sent = (body ? JSON.parse(body) : {}) as DriveBody
    if (method === 'GET') {
      const size = Math.min(Number(query.get('page_size')), state.pageSize)
      const from = Number(query.get('next_page_token') ?? 0)
      const isMore = from + size < drives.length
      const pagination = {
        page: 0,
        page_size: size,
        is_cursor: true,
        ...(isMore ? { next_token: String(from + size) } : {}),
      }
      return ok({
        // An empty list is null in the language of that server.
        accounts: drives.length === 0 ? null : drives.slice(from, from + size),
        pagination,
      })
    }
    if (method === 'PUT') {
      const drive: Drive = {
        id: `dav${++made}`,
        created_at: new Date().toISOString(),
        name: sent.name ?? '',
        uri: sent.uri ?? '',
        password: `p${String(made).padStart(2, '0')}`.padEnd(32, 'abcdefgh'),
        options: optionsOf(sent),
      }
      drives.push(drive)
      return ok(drive)
    }
    const at = drives.findIndex((drive) => drive.id === id)
    const drive = drives[at]
    if (!drive) return refuse(404, 'WebDAV account not found')
    if (method === 'DELETE') {
      drives.splice(at, 1)
      return ok()
    }
    drives[at] = {
      ...drive,
      name: sent.name ?? '',
      uri: sent.uri ?? '',
      options: optionsOf(sent),
    }
    return ok(drives[at])
  }

  function accountAnswer({ method, path, query, body }: StandInRequest): StandInAnswer | undefined {
    const line = `${method} ${path}`
    // Elsewhere a body may be the contents of a file.
    if (!/^\/user\b/.test(path)) return undefined
    const sent = (body ? JSON.parse(body) : {}) as Record<string, string | undefined>
    const { email = '', password = '', captcha, secret = '' } = sent
    const isCaptchaMissing = (name: string) => state.site[name] === true && captcha !== 'right'
    if (line === 'POST /user') {
      if (!state.site['register_enabled']) return refuse(40019, 'Registration is off')
      if (isCaptchaMissing('reg_captcha')) return refuse(40026, 'CAPTCHA not match')
      if (emails.has(email)) return refuse(40032, 'Email already in use')
      emails.add(email)
      mail(email, '/session/activate?id=u1&sign=')
      passwords.set(email, password)
      return refuse(203, '')
    }
    if (line === 'POST /user/reset') {
      if (isCaptchaMissing('forget_captcha')) return refuse(40026, 'CAPTCHA not match')
      if (!emails.has(email)) return refuse(40021, 'User not found')
      mail(email, '/session/reset?id=u1&secret=')
      return ok()
    }
    if (method === 'GET' && path.startsWith('/user/activate/')) {
      return open.delete(query.get('sign') ?? '') ? ok() : refuse(40005, 'Sign is not valid')
    }
    if (method === 'PATCH' && path.startsWith('/user/reset/')) {
      if (!open.delete(secret)) return refuse(40030, 'Link is no longer valid')
      passwords.set('u1', password)
      return ok({ id: 'u1' })
    }
    return undefined
  }

  /** The answer to a request; undefined for what the service answers itself. */
  function answer(request: StandInRequest): StandInAnswer | undefined {
    const { method, path, body, isSignedIn } = request
    if (method !== 'GET' && body && /^\/(?:devices|user)\b/.test(path)) {
      const sent = JSON.parse(body) as Record<string, unknown>
      state.writes.push({ line: `${method} ${path}`, body: sent })
    }
    if (/^\/devices\/dav\b/.test(path))
      return isSignedIn ? driveAnswer(request) : refuse(401, 'Login required')
    // That server does not tell where one is signed in.
    return accountAnswer(request)
  }

  return { state, answer }
}
export type StandInAccounts = ReturnType<typeof createStandInAccounts>
