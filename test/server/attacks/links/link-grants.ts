import sharp from 'sharp'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { textEditorViewerId } from '#src/server/http/site.ts'
import { listen } from '../../events/event-stream.ts'
import { envelope, send } from '../../raw-http.ts'
import { openTestService } from '../../service-harness.ts'
import type { TestService } from '../../service-harness.ts'

/* What a visitor can begin through a link and use later, and what can happen to the link in between. */

const all = Object.values(SharePermission)
/** Seconds. */
const linkLife = 300
/** A file for each kind of grant, so that none is in the way of another. */
const names = [
  'plan.txt',
  'photo.png',
  'draft.txt',
  'read.txt',
  'saved.txt',
  'locked.txt',
  'heard.txt',
]
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const fileIn = ({ service }: Team, name: string) =>
  service.seed.findFile(service.owner, ['Home', 'Team', 'sub', name]) ?? ''

/** The owner's folder `Home/Team` with a password and every permission for others, and what is in `Home/Team/sub`. */
export async function openTeam() {
  const service = await openTestService({ eventDelayMs: 5 })
  const { seed, owner, clock } = service
  for (const name of names) {
    const contents = name === 'photo.png' ? await picture : Buffer.from(name)
    seed.addFile(owner, ['Home', 'Team', 'sub', name], { contents })
  }
  const team = seed.addFolder(owner, ['Home', 'Team'])
  const share = seed.addShare(team, {
    password: 'sesame',
    expires: clock.time + linkLife * 1000,
    remainDownloads: 9,
    permissionSetting: { ...noPermissions, other: encodeBoolset(all) },
  })
  return { service, share, team, sub: seed.addFolder(owner, ['Home', 'Team', 'sub']) }
}
type Team = Awaited<ReturnType<typeof openTeam>>

const inLink = ({ share }: Team, path = '') => `svc://${share}:sesame@share/${path}`
const ask = ({ service }: Team, method: string, path: string, body?: object) =>
  service.call(method, path, { as: service.colleague, ...(body ? { body } : {}) })

/** Whether an address gives something else than an envelope. */
async function gives(service: TestService, url: string): Promise<boolean> {
  const answer = await service.fetch(new Request(url))
  await answer.arrayBuffer().catch(() => undefined)
  return !answer.headers.get('content-type')?.startsWith('application/json')
}

async function address(team: Team, path: string, more: object): Promise<() => Promise<boolean>> {
  const { data } = await ask(team, 'POST', '/file/url', { uris: [inLink(team, path)], ...more })
  const { url } = data.urls[0]
  return () => gives(team.service, url)
}

async function upload(team: Team, name: string, more: object): Promise<() => Promise<boolean>> {
  const body = { uri: inLink(team, `sub/${name}`), size: 3, ...more }
  const { data } = await ask(team, 'PUT', '/file/upload', body)
  const { service } = team
  return async () => {
    const path = `/file/upload/${data.session_id}/0`
    return (
      (await envelope(send(service, 'POST', path, { as: service.colleague, body: 'new' }))).code ===
      0
    )
  }
}

async function viewer(team: Team, name: string) {
  const { data } = await ask(team, 'PUT', '/file/viewerSession', {
    uri: inLink(team, `sub/${name}`),
    viewer_id: textEditorViewerId,
    preferred_action: 'edit',
  })
  const token = data.session.access_token as string
  const id = fileIn(team, name)
  return (method: string, path: string, operation: string, body?: string) =>
    send(team.service, method, `/file/wopi/${id}${path}?access_token=${token}`, {
      headers: { 'x-wopi-override': operation, 'x-wopi-lock': 'theirs' },
      ...(body === undefined ? {} : { body }),
    })
}

async function lockedViewer(team: Team, name: string) {
  const wopi = await viewer(team, name)
  if ((await wopi('POST', '', 'LOCK')).status !== 200) throw new Error('not locked')
  return wopi
}

/** What is begun through the link; the result uses it and tells whether that was allowed. */
export const grants: Readonly<Record<string, (team: Team) => Promise<() => Promise<boolean>>>> = {
  'the chunk of a new file': (team) => upload(team, 'new.txt', {}),
  'the chunk of a new version': (team) => upload(team, 'draft.txt', { entity_type: 'version' }),
  'the address of a content': (team) => address(team, 'sub/plan.txt', {}),
  'the address of an archive': (team) => address(team, 'sub', { archive: true }),
  async 'the address of a thumbnail'(team) {
    const uri = encodeURIComponent(inLink(team, 'sub/photo.png'))
    const { data } = await ask(team, 'GET', `/file/thumb?uri=${uri}`)
    return () => gives(team.service, data.url)
  },
  async 'a viewer that reads'(team) {
    const wopi = await viewer(team, 'read.txt')
    return async () => (await wopi('GET', '/contents', '')).status === 200
  },
  async 'a viewer that saves'(team) {
    const wopi = await lockedViewer(team, 'saved.txt')
    return async () => (await wopi('POST', '/contents', 'PUT', 'saved')).status === 200
  },
  async 'a lock'(team) {
    const wopi = await lockedViewer(team, 'locked.txt')
    return async () => (await wopi('POST', '', 'REFRESH_LOCK')).status === 200
  },
  async 'a stream of events'(team) {
    const { service, share } = team
    const { owner, colleague, seed } = service
    const stream = await listen(service, { as: colleague, uri: `svc://${share}:sesame@share/sub` })
    await stream.next()
    const heard = fileIn(team, 'heard.txt')
    return async () => {
      // Signing out has every stream asked whether it may go on.
      const { refresh_token } = await seed.mintToken(owner)
      await service.call('DELETE', '/session/token', { body: { refresh_token } })
      seed.renameFile(heard, 'renamed.txt')
      return (await stream.next())?.event === 'event'
    }
  },
}

const edit = async (team: Team, more: object) => {
  const { service, share } = team
  const body = { uri: 'svc://my/Home/Team', expire: linkLife, downloads: 9, ...more }
  const { code } = await service.call('POST', `/share/${share}`, { as: service.owner, body })
  if (code !== 0) throw new Error(`not edited: ${code}`)
}
const setPermissions = (team: Team, permissions: object) =>
  edit(team, { permissions: { ...noPermissions, ...permissions } })

/** What ends the link, or what was in it. */
export const endings: Readonly<Record<string, (team: Team) => unknown>> = {
  'the link is deleted': ({ service, share }) =>
    service.call('DELETE', `/share/${share}`, { as: service.owner }),
  'the link is deleted with others': ({ service, share }) =>
    service.call('DELETE', '/share', { as: service.owner, body: { ids: [share] } }),
  'the link expires': ({ service }) => {
    service.clock.time += linkLife * 1000 + 1
  },
  'the link has another password': ({ service, share }) =>
    service.db.run('UPDATE shares SET password = ? WHERE id = ?', ['barley', share]),
  'the visitor may not open it any more': (team) =>
    setPermissions(team, { user_explicit: { [team.service.owner]: encodeBoolset(all) } }),
  'rights are taken away and given back': async (team) => {
    await setPermissions(team, { user_explicit: { [team.service.owner]: encodeBoolset(all) } })
    await setPermissions(team, { other: encodeBoolset(all) })
  },
  'the shared folder is trashed': ({ service, team }) => service.seed.trashFile(team),
  'the folder above it is trashed': ({ service }) =>
    service.seed.trashFile(service.seed.findFile(service.owner, ['Home']) ?? ''),
  'the item is moved out of it': ({ service, sub }) =>
    service.db.run(
      'UPDATE files SET parent_key = (SELECT key FROM files WHERE name = ? AND type = 1) WHERE id = ?',
      ['Home', sub],
    ),
  'another item takes its place': ({ service, sub }) => {
    const { seed, owner } = service
    seed.trashFile(sub)
    for (const name of [...names, 'new.txt']) {
      seed.addFile(owner, ['Home', 'Team', 'sub', name], { contents: Buffer.from('private') })
    }
  },
}

/** Others use up the downloads that are left. */
export async function useUp(team: Team): Promise<void> {
  const { service } = team
  for (;;) {
    const uris = [inLink(team, 'sub/plan.txt')]
    const { code } = await service.call('POST', '/file/url', { as: service.owner, body: { uris } })
    if (code !== 0) return
  }
}

/** What must not end anything. */
export const extensions: Readonly<Record<string, (team: Team) => unknown>> = {
  'the link is extended': async (team) => {
    await edit(team, { expire: 2 * linkLife, downloads: 9 })
    team.service.clock.time += linkLife * 1000 + 1
  },
  'others get rights': (team) =>
    setPermissions(team, { everyone: encodeBoolset(all), user_explicit: { x: 'Aw==' } }),
  'the link is renewed after it has expired': async (team) => {
    team.service.clock.time += linkLife * 1000 + 1
    await edit(team, {})
  },
}

/** The shared folder gets another name and place, and a private one takes those that it had. */
export function moveShared({ service, team }: Team): void {
  const { seed, owner, db } = service
  seed.renameFile(team, 'Group')
  db.run(
    `UPDATE files SET parent_key = (SELECT key FROM files r WHERE r.parent_key IS NULL AND r.owner_key = files.owner_key)
     WHERE id = ?`,
    [team],
  )
  for (const name of [...names, 'new.txt']) {
    seed.addFile(owner, ['Home', 'Team', 'sub', name], { contents: Buffer.from('private') })
  }
}
