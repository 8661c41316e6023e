import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chooseRule, decide } from '../../dom/name-clashes.ts'
import type { Faults } from '../../dom/network.ts'
import { callService } from '../../processes/service-api.ts'
import { sent, seedWork, atWork, type App, file, choose, ends, isContent } from './fixtures.tsx'

describe('F2 names that are taken are asked about once', () => {
  const asked = () => screen.findByRole('dialog', { name: /already here/ })
  const answer = async (app: App, rule: string) => decide(app.user, await asked(), rule)

  it('and both are kept under a free name', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'new'), file('other.txt')])
    expect(await asked()).toHaveAccessibleDescription('The other one will be uploaded in any case.')
    await answer(app, 'Keep both')
    await ends('2 files uploaded')
    expect(await isContent(app, 'letter.txt', new TextEncoder().encode('old'))).toBe(true)
    expect(await isContent(app, 'letter (2).txt', new TextEncoder().encode('new'))).toBe(true)
  })

  it.each([
    [['letter.txt'], 'The new file gets a number, e.g. “name (2)”.'],
    [['letter.txt', 'plan.txt', 'map.txt'], 'The new files get numbers, e.g. “name (2)”.'],
  ])('and speaks of them in their number: %o', async (names, words) => {
    await atWork({
      seed: (backend) => {
        seedWork(backend)
        for (const name of names.slice(1)) backend.service.seed.addFile(backend.mei, ['Work', name])
      },
    })
    choose(names.map((name) => file(name)))
    expect(within(await asked()).getByText(words)).toBeVisible()
  })

  it('and what an exception replaces is said beside what the rule leaves', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'plan.txt'])
      },
    })
    choose([file('letter.txt'), file('plan.txt')])
    await chooseRule(app.user, await asked(), 'Skip', { 'plan.txt': 'Replace' })
    const words = 'The file here stays as it is. The old content stays as an earlier version.'
    expect(await within(await asked()).findByText(words)).toBeVisible()
  })

  it('and what becomes of the old contents is said once, by whatever they are replaced', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'plan.txt'])
      },
    })
    const at = (name: string, lastModified: number) => new File(['new'], name, { lastModified })
    choose([at('letter.txt', Date.now() + 60_000), at('plan.txt', 1)])
    await chooseRule(app.user, await asked(), 'Newer wins', { 'plan.txt': 'Replace' })
    const words = 'If the file here is newer, it stays. The old contents stay as earlier versions.'
    expect(await within(await asked()).findByText(words)).toBeVisible()
    await chooseRule(app.user, await asked(), 'Newer wins', { 'plan.txt': 'Skip' })
    const fewer =
      'Where the file here is newer, it stays. The old content stays as an earlier version.'
    expect(await within(await asked()).findByText(fewer)).toBeVisible()
  })

  it('T10 with a picture of each that the browser can draw, and nothing in place of another', async () => {
    await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'scan.heic'])
      },
    })
    choose([file('scan.heic')])
    const row = await within(await asked()).findByRole('row', { name: 'scan.heic' })
    const picture = row.querySelector('img')
    expect(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/))
    fireEvent.error(picture as HTMLElement)
    expect(row.querySelector('img')).toBeNull()
  })

  it('and the new one becomes a version of the old', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'newer')])
    await answer(app, 'Replace')
    await ends('1 file uploaded')
    const uri = 'svc://my/Work/letter.txt'
    const path = `/file/info?${new URLSearchParams({ uri, extended: 'true' }).toString()}`
    const { data } = await callService(app.service, 'GET', path, { as: app.mei })
    expect(data.size).toBe(5)
    expect(data.extended_info.entities).toHaveLength(2)
  })

  it('and the old one stays when the new one is skipped', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'newer'), file('other.txt')])
    await answer(app, 'Skip')
    await ends('1 file uploaded')
    expect(await isContent(app, 'letter.txt', new TextEncoder().encode('old'))).toBe(true)
  })

  it.each([
    ['Skip', { 'letter.txt': 'old', 'letter (2).txt': 'two' }],
    ['Replace', { 'letter.txt': 'one', 'letter (2).txt': 'two' }],
  ] as const)(
    'T10 and for each of two files of one name: %s for the first only',
    async (choice, contents) => {
      const app = await atWork()
      choose([file('letter.txt', 'one'), file('letter.txt', 'two')])
      await chooseRule(app.user, await asked(), 'Keep both')
      const [first] = within(await asked()).getAllByRole('combobox', { name: /^What to do with/ })
      await app.user.selectOptions(first as HTMLElement, choice)
      await app.user.click(within(await asked()).getByRole('button', { name: /^Upload / }))
      await ends(choice === 'Skip' ? '1 file uploaded' : '2 files uploaded')
      for (const [name, content] of Object.entries(contents))
        expect(await isContent(app, name, new TextEncoder().encode(content))).toBe(true)
    },
  )

  it('T10 and the second of two files of one name can take the place that the first leaves', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'one'), file('letter.txt', 'two')])
    await chooseRule(app.user, await asked(), 'Keep both')
    const [, second] = within(await asked()).getAllByRole('combobox', { name: /^What to do with/ })
    await app.user.selectOptions(second as HTMLElement, 'Replace')
    await app.user.click(within(await asked()).getByRole('button', { name: /^Upload / }))
    await ends('2 files uploaded')
    expect(await isContent(app, 'letter.txt', new TextEncoder().encode('two'))).toBe(true)
    expect(await isContent(app, 'letter (2).txt', new TextEncoder().encode('one'))).toBe(true)
  })

  it('and nothing is sent after Cancel', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'newer'), file('other.txt')])
    await app.user.click(within(await asked()).getByRole('button', { name: 'Cancel' }))
    expect(sent(app.requests, 'PUT', '/file/upload')).toEqual([])
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })

  it('also when another was quicker than the list knows', async () => {
    const app = await atWork()
    app.service.seed.addFile(app.mei, ['Work', 'late.txt'], { size: 3 })
    choose([file('late.txt', 'mine')])
    await answer(app, 'Keep both')
    await ends('1 file uploaded')
    expect(await isContent(app, 'late (2).txt', new TextEncoder().encode('mine'))).toBe(true)
  })

  it.each([
    ['Skip', 1],
    ['Replace', 2],
  ] as const)('and a name that one gets instead is no reason to %s', async (rule, count) => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'plan.txt'])
      },
    })
    let isFirst = true
    app.faults.always(
      ({ method, path, body }) => {
        if (method === 'PUT' && path === '/file/upload' && body.includes('letter') && isFirst) {
          isFirst = false
          app.service.seed.addFile(app.mei, ['Work', 'letter (2).txt'], { size: 3 })
        }
        return false
      },
      { kind: 'drop' },
    )
    choose([file('letter.txt', 'new'), file('plan.txt', 'new')])
    await decide(app.user, await asked(), rule, { 'letter.txt': 'Keep both' })
    await ends(count === 1 ? '1 file uploaded' : '2 files uploaded')
    expect(isFirst).toBe(false)
    expect(await isContent(app, 'letter (3).txt', new TextEncoder().encode('new'))).toBe(true)
  })

  describe('and what Replace does to the old content is only said when it is so:', () => {
    const setting = (data: object) => ({
      faults: (faults: Faults) =>
        faults.always('GET /user/setting', { kind: 'json', body: { code: 0, msg: '', data } }),
    })
    const stays = 'The old content stays as an earlier version.'
    const hint = async (app: App, words: string) => {
      await chooseRule(app.user, await asked(), 'Replace')
      expect(await within(await asked()).findByText(words)).toBeVisible()
    }

    it.each([
      ['versions are kept', {}, stays],
      ['of all files, and without a limit', setting({ version_retention_enabled: true }), stays],
      ['none are', setting({ version_retention_enabled: false }), 'The old content is lost.'],
      [
        'only the current one is',
        setting({ version_retention_enabled: true, version_retention_max: 1 }),
        'The old content is lost.',
      ],
      [
        'those of texts are',
        setting({ version_retention_enabled: true, version_retention_ext: ['TXT'] }),
        stays,
      ],
      [
        'those of other files are',
        setting({ version_retention_enabled: true, version_retention_ext: ['md'] }),
        'The old content is lost.',
      ],
      [
        'the service does not say',
        setting({}),
        'Whether the old content stays as an earlier version is not known here: it may be lost.',
      ],
    ])('%s', async (_, options, words) => {
      const app = await atWork(options)
      choose([file('letter.txt', 'newer')])
      await hint(app, words)
    })

    it('the service has no such setting', async () => {
      const app = await atWork({
        faults: (faults) =>
          faults.always('GET /user/setting', {
            kind: 'json',
            body: { code: 404, msg: 'Not found' },
          }),
      })
      choose([file('letter.txt', 'newer')])
      await hint(
        app,
        'Whether the old content stays as an earlier version is not known here: it may be lost.',
      )
    })

    it('the oldest version goes when there are as many as are kept', async () => {
      const app = await atWork(
        setting({ version_retention_enabled: true, version_retention_max: 2 }),
      )
      const uri = 'svc://my/Work/letter.txt'
      await callService(app.service, 'PUT', `/file/content?uri=${uri}`, {
        as: app.mei,
        body: 'two',
      })
      choose([file('letter.txt', 'newer')])
      await hint(app, `${stays} The oldest version of 1 file is lost: 2 are kept.`)
    })

    it('of some it is lost, of others it stays', async () => {
      const app = await atWork({
        ...setting({ version_retention_enabled: true, version_retention_ext: ['txt'] }),
        seed: (backend) => {
          seedWork(backend)
          backend.service.seed.addFile(backend.mei, ['Work', 'photo.jpg'], { size: 3 })
        },
      })
      choose([file('letter.txt', 'newer'), file('photo.jpg')])
      await hint(app, 'The old content of 1 file is lost. The others stay as earlier versions.')
    })
  })
})
