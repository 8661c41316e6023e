import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { namesAt } from '../../service-api.ts'
import { seedTrashedFile, trashNames } from '../../trash-fixtures.ts'
import { day, dialog, inside, open, pickAll, press } from './fixtures.tsx'

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
