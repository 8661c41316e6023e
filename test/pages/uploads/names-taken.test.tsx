import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { callService } from '../../service-api.ts'
import { sent, seedWork, atWork, type App, file, choose, ends, isContent } from './fixtures.tsx'

describe('F2 names that are taken are asked about once', () => {
  const asked = () => screen.findByRole('dialog', { name: /already here/ })
  const answer = async (app: App, name: string) =>
    app.user.click(within(await asked()).getByRole('button', { name }))

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
    const both = within(await asked()).getByRole('button', { name: 'Keep both' })
    expect(both).toHaveAccessibleDescription(words)
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

  it('and nothing is sent after Cancel', async () => {
    const app = await atWork()
    choose([file('letter.txt', 'newer'), file('other.txt')])
    await answer(app, 'Cancel')
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
})
