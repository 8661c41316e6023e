import { beforeAll, describe, expect, it } from 'vitest'
import { unlockConsequenceText, lockedItemNameAndPath } from '#src/features/locks/lock-text.ts'
import { loadLanguage, messagesOf } from '#src/i18n/catalogues.ts'
import { toLockEntries } from '#src/jobs/locks/lock-question.ts'
import type { LockEntry } from '#src/jobs/locks/lock-question.ts'
import { collaboraViewerId } from '#src/server/http/site.ts'

const lockedBy = (type: string, viewerId?: string) =>
  ({
    key: 'a',
    token: 'token',
    holder: { application: { type, viewer_id: viewerId } },
  }) as LockEntry

beforeAll(() => loadLanguage('en'))

describe('L2 what unlocking costs', () => {
  it.each([
    ['save', /that may replace yours/],
    ['upload', /that may replace yours/],
    ['trash', /will not be told\.$/],
    ['move', /will not be told\.$/],
  ] as const)('speaks of a version of one’s own only where there is one: %s', (kind, words) => {
    const entry = lockedBy('viewer', collaboraViewerId)
    expect(unlockConsequenceText([entry], kind, 'Lin', [], messagesOf('en'))).toMatch(words)
  })

  it('names whose next save from a network drive will fail', () => {
    const said = (person?: string) =>
      unlockConsequenceText([lockedBy('dav')], 'rename', person, [], messagesOf('en'))
    expect(said('Lin')).toMatch(/^.?Lin.?’s next save will fail or create a second file\.$/)
    expect(said()).toBe('The next save from the network drive will fail or create a second file.')
  })

  it.each([
    ['save', /If the app that locked it saves, its version may replace yours\.$/],
    ['deletePermanently', /^Unsaved changes may be lost\.$/],
  ] as const)('says the same of an unknown app: %s', (kind, words) => {
    expect(
      unlockConsequenceText([lockedBy('scan-station')], kind, undefined, [], messagesOf('en')),
    ).toMatch(words)
  })
})

describe('L3 where a locked item of somebody else is', () => {
  const described = (
    path: string | undefined,
    item?: { uri: string; name: string; origin?: string },
  ) => {
    const [entry] = toLockEntries([{ conflict: { path, type: 0 }, item }])
    return entry && lockedItemNameAndPath(entry, messagesOf('en'), 'Code')
  }

  it('says which shared folder it is in', () => {
    expect(described('svc://x@share/src/tide.ts')).toMatchObject({
      name: 'tide.ts',
      path: ['Shared with me', 'Code', 'src'],
    })
  })

  it('names the folder of the requested item where the service does not say what is locked', () => {
    const item = { uri: 'svc://x@share/src/tide.ts', name: 'tide.ts' }
    expect(described(undefined, item)).toMatchObject({
      name: 'tide.ts',
      path: ['Shared with me', 'Code', 'src'],
    })
  })

  it('names each of several locks of which the service tells no token', () => {
    const conflicts = ['a', 'b'].map((name) => ({ path: `svc://my/${name}`, token: '', type: 0 }))
    const entries = toLockEntries(conflicts.map((conflict) => ({ conflict, item: undefined })))
    expect(entries.map(({ path }) => path)).toEqual(['svc://my/a', 'svc://my/b'])
  })

  it('names each of several deleted items, when every one is refused for the locks on all', () => {
    const folder = { uri: 'svc://trash/3f1c', name: 'Code' }
    const file = { uri: 'svc://trash/77aa', name: 'tide.ts' }
    const conflicts = [
      { path: 'svc://trash/3f1c', token: 'a', type: 1 },
      { path: 'cloudreve://my/77aa', token: 'b', type: 0 },
    ]
    const entries = toLockEntries(
      [folder, file].flatMap((item) => conflicts.map((conflict) => ({ conflict, item }))),
    )
    expect(entries.map((entry) => lockedItemNameAndPath(entry, messagesOf('en')).name)).toEqual([
      'Code',
      'tide.ts',
    ])
  })

  it('shows no id of the trash as a place', () => {
    const item = { uri: 'svc://trash/3f1c', name: 'tide.ts' }
    expect(described(undefined, item)).toMatchObject({ name: 'tide.ts', path: [] })
  })

  it('says where a deleted item was', () => {
    const item = { uri: 'svc://trash/3f1c', name: 'tide.ts', origin: 'svc://my/Code/src/tide.ts' }
    expect(described('svc://my/3f1c', item)).toMatchObject({ path: ['Code', 'src'] })
  })
})
