import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { namesAt } from '../../service-api.ts'
import { seedTrashedFile, seedTrashedFiles, trashNames } from '../../trash-fixtures.ts'
import { day, dialog, inside, open, pickAll, press, said } from './fixtures.tsx'

/** Two reports are deleted, and their names are taken again; both stay in the trash at first. */
const openWithClashes = async () => {
  const app = await open(({ service, mei, lin }) => {
    const backend = { service, mei, lin }
    for (const [at, name] of ['first.pdf', 'second.pdf'].entries()) {
      seedTrashedFile(backend, ['Docs', name], day + at, 3_000)
      service.seed.addFile(mei, ['Docs', name], { size: 7_000 })
    }
  })
  await pickAll(app)
  await press(app, 'Restore')
  const plan = await dialog('Restore 2 items')
  await app.user.click(within(plan).getByRole('checkbox', { name: /Keep both/ }))
  await app.user.click(await inside(plan, 'Decide one by one'))
  const sheet = await dialog('0 of 2 restored')
  return { app, sheet }
}

describe('T5 a name that is taken', () => {
  it('shows dates and sizes of both beside each other', async () => {
    const { sheet } = await openWithClashes()
    const [line] = within(
      within(sheet).getByRole('region', { name: 'Name already taken' }),
    ).getAllByRole('listitem')
    expect(await within(line as HTMLElement).findByText(/7 kB/)).toHaveTextContent(
      /^changed .*7 kB$/,
    )
    expect(line).toHaveTextContent(/In the trashdeleted .*3 kBAlready there/)
  })

  it('can be skipped, and decided about all the same', async () => {
    const { app, sheet } = await openWithClashes()
    await app.user.click(await inside(sheet, /^Skip: .*first\.pdf/))
    const skipped = within(sheet).getByRole('region', { name: 'Skipped' })
    expect(skipped).toHaveTextContent('first.pdf')
    expect(sheet).toHaveTextContent('1 needs a decision.')
    await app.user.click(await inside(skipped, /^Keep both: .*first\.pdf/))
    await dialog('1 of 2 restored')
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'first (2).pdf',
      'first.pdf',
      'second.pdf',
    ])
  })

  it('can be skipped for all', async () => {
    const { app, sheet } = await openWithClashes()
    await app.user.click(await inside(sheet, 'Skip, for all 2'))
    expect(sheet).toHaveTextContent('What is left stays where it is.')
    await app.user.click(await inside(sheet, 'Done'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await trashNames(app)).toEqual(['first.pdf', 'second.pdf'])
  })
})

describe('T5 keep both of many', () => {
  it('costs one request each for its new name, and few for all', async () => {
    const count = 130
    const app = await open((backend) => {
      seedTrashedFiles(backend, count)
      for (let at = 0; at < count; at++) {
        const name = `item ${String(at).padStart(4, '0')}.txt`
        backend.service.seed.addFile(backend.mei, ['Docs', name])
      }
    })
    await pickAll(app)
    await press(app, 'Restore')
    const plan = await dialog(`Restore ${count} items`)
    const before = app.requests.length
    await app.user.click(await inside(plan, /^Restore/))
    await said(/130 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(2 * count)
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
    expect(app.requests.length - before).toBeLessThan(count + 30)
  })

  it('tells items of one name from several folders apart', async () => {
    const app = await open((backend) => {
      for (const folder of ['A', 'B', 'C']) {
        seedTrashedFile(backend, [folder, 'same.txt'])
        seedTrashedFile(backend, [folder, 'same (2).txt'])
        backend.service.seed.addFile(backend.mei, [folder, 'same.txt'])
      }
    })
    await pickAll(app)
    await press(app, 'Restore')
    await app.user.click(await inside(await dialog('Restore 6 items'), /^Restore/))
    await said(/6 items restored/)
    for (const folder of ['A', 'B', 'C']) {
      expect(await namesAt(app, `svc://my/${folder}`)).toEqual([
        'same (2).txt',
        'same (3).txt',
        'same.txt',
      ])
    }
    expect(await namesAt(app, 'svc://my')).toEqual(['A', 'B', 'C'])
  })
})
