import * as v from 'valibot'
import { childUri, parentUri, rootUri } from '#src/contract/uri.ts'
import type { EmbeddedService } from '#src/server/service.ts'

/* What the service has, asked past the page, and what others do there. */

export type Item = {
  readonly id: string
  readonly name: string
  readonly uri: string
  readonly isFolder: boolean
  readonly isShared: boolean
  /** Deleted items only: where it was. */
  readonly origin: string | undefined
}

const Listed = v.object({
  code: v.number(),
  data: v.nullish(
    v.object({
      files: v.array(
        v.object({
          id: v.string(),
          name: v.string(),
          path: v.string(),
          type: v.number(),
          shared: v.nullish(v.boolean()),
          metadata: v.nullish(v.record(v.string(), v.string())),
        }),
      ),
    }),
  ),
})

export const home = rootUri('my')
export const trashUri = rootUri('trash')

/** Folders and files that an account begins with; the last two have nowhere to go back to as they are. */
const initialFiles = [
  ['A', 'a.txt'],
  ['A', 'b.txt'],
  ['A', 'sub', 'x.txt'],
  ['B', 'a.txt'],
]
const initialTrash = [
  ['A', 'd.txt'],
  ['B', 'e.txt'],
  ['A', 'a.txt'],
  ['Gone', 'f.txt'],
]

/** Accounts of one service have addresses of their own. */
let accounts = 0

export class Account {
  readonly service: EmbeddedService
  readonly owner: string
  /** Ids of what is shared, by link. */
  readonly linkedFiles = new Map<string, string>()
  #token = ''
  /** Ids of everything that was ever locked, by the tokens of the locks. */
  readonly #lockedIds = new Map<string, string>()
  /** What this has locked, by token. */
  readonly #locks = new Map<string, { id: string; byViewer: boolean; again: number }>()

  /** Gives `owner`, a new user unless given, some files, links and deleted items. */
  constructor(service: EmbeddedService, owner?: string) {
    this.service = service
    const { seed } = service
    this.owner =
      owner ?? seed.addUser({ email: `mei${++accounts}@example.org`, nickname: 'Mei Wang' })
    const gone = seed.addFolder(this.owner, ['Gone'])
    for (const [at, path] of initialTrash.entries()) {
      const id = seed.addFile(this.owner, path)
      seed.trashFile(id, { at: service.now() - at * 60_000 - 60_000 })
    }
    seed.trashFile(gone)
    const [first = '', second = '', ...others] = initialFiles.map((path) =>
      seed.addFile(this.owner, path),
    )
    for (const id of [first, ...others]) this.linkedFiles.set(seed.addShare(id), id)
    this.linkedFiles.set(seed.addShare(second, { remainDownloads: 0 }), second)
  }

  /** Signs in past the page, and stores a session where the page finds it. */
  async signIn(): Promise<void> {
    const { access_token: access } = await this.service.seed.mintToken(this.owner)
    this.#token = access
    const { refresh_token: refresh } = await this.service.seed.mintToken(this.owner)
    sessionStorage.setItem('latchkey.session', JSON.stringify({ refresh, userId: this.owner }))
  }

  async send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await this.service.fetch(
      new Request(`http://localhost/api/v4${path}`, {
        method,
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    return answer.json()
  }

  async list(uri: string): Promise<Item[]> {
    const query = new URLSearchParams({ uri, page_size: '500' })
    const { data } = v.parse(Listed, await this.send('GET', `/file?${query.toString()}`))
    return (data?.files ?? []).map(({ id, name, path, type, shared, metadata }) => ({
      id,
      name,
      uri: path,
      isFolder: type === 1,
      isShared: shared ?? false,
      origin: metadata?.['sys:restore_uri'],
    }))
  }

  /** Everything the account has, by id; of the trash what was deleted itself. */
  async everything(): Promise<Map<string, Item>> {
    const found = [...(await this.list(trashUri)), ...(await this.list(`${home}?name=*`))]
    return new Map(found.map((item) => [item.id, item]))
  }

  /** Gives a link three more downloads. */
  async editLink(id: string): Promise<void> {
    const fileId = this.linkedFiles.get(id)
    const uri = (await this.everything()).get(fileId ?? '')?.uri
    if (uri) await this.send('POST', `/share/${id}`, { uri, downloads: 3 })
  }

  /** `again`: how often the holder locks it at once when it is unlocked. */
  lock({ id }: Pick<Item, 'id'>, byViewer: boolean, again = 0): void {
    const token = this.service.seed.addLock({
      owner: this.owner,
      fileId: id,
      application: byViewer ? { type: 'viewer', viewer_id: 'collabora' } : { type: 'rename' },
    })
    this.#lockedIds.set(token, id)
    this.#locks.set(token, { id, byViewer, again })
  }

  /** Nobody holds anything any more. */
  unlock(): void {
    const { seed } = this.service
    seed.removeLocks(seed.lockTokens())
    this.#locks.clear()
  }

  /** Ids of everything that was ever locked. */
  get lockedIds(): ReadonlySet<string> {
    return new Set(this.#lockedIds.values())
  }

  /** Where what these tokens have locked is now; undefined inside of something deleted. */
  async placesLockedBy(tokens: readonly string[]): Promise<(string | undefined)[]> {
    const has = await this.everything()
    return tokens.map((token) => has.get(this.#lockedIds.get(token) ?? '')?.uri)
  }

  /** Holders lock again what has been unlocked, as often as they want to. Returns which ones. */
  async lockAgain(): Promise<string[]> {
    const held = new Set(this.service.seed.lockTokens())
    const freed = [...this.#locks].filter(([token]) => !held.has(token))
    if (freed.length === 0) return []
    const has = await this.everything()
    for (const [token, { id, byViewer, again }] of freed) {
      this.#locks.delete(token)
      if (again > 0 && has.has(id)) this.lock({ id }, byViewer, again - 1)
    }
    // What stays the same of a lock is what it is on and who holds it.
    return freed.map(([, { id, byViewer }]) => `${id} ${byViewer ? 'viewer' : 'rename'}`)
  }

  /** The same account in another browser: `deed` on an item. */
  async actElsewhere(deed: Deed, item: Item): Promise<void> {
    const uris = [item.uri]
    const isTrashed = item.origin !== undefined
    if (deed === 'putAway' && isTrashed) await this.send('POST', '/file/restore', { uris })
    else if (deed === 'putAway') await this.send('DELETE', '/file', { uris })
    else if (deed === 'destroy')
      await this.send('DELETE', '/file', { uris, skip_soft_delete: true })
    else if (deed === 'rename' && !isTrashed)
      await this.send('POST', '/file/rename', { uri: item.uri, new_name: 'elsewhere.txt' })
    else if (deed === 'takeName') {
      const wanted = item.origin ?? childUri(parentUri(item.uri) ?? home, 'new.txt')
      await this.send('POST', '/file/create', { uri: wanted, type: 'file', err_on_conflict: true })
    }
  }
}

export const deeds = ['putAway', 'destroy', 'rename', 'takeName'] as const
/** `putAway` deletes, or restores what is deleted; `takeName` creates a file where the item wants to go. */
export type Deed = (typeof deeds)[number]
