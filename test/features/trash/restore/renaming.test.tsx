import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { held } from '../../../dom/network.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { type App, dialog, inside, openWithClashes, taken } from './fixtures.tsx'

/** The field for the new name of the first report. */
async function openField({ user }: App, where: HTMLElement): Promise<HTMLElement> {
  await user.click(await inside(where, /^More actions: .*first\.pdf/))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  return within(where).findByRole('textbox', { name: /New name for .*first\.pdf/ })
}

describe('T5 renaming', () => {
  it('restores under a name of one’s choice, and says when that is taken too', async () => {
    const { app, sheet } = await openWithClashes()
    const field = await openField(app, sheet)
    await app.user.clear(field)
    await app.user.type(field, 'second.pdf{Enter}')
    expect(await within(sheet).findByRole('alert')).toHaveTextContent('second.pdf')
    await app.user.clear(field)
    await app.user.type(field, 'old first.pdf{Enter}')
    await dialog('1 of 2 restored')
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'first.pdf',
      'old first.pdf',
      'second.pdf',
    ])
  })

  it('does not leave skipped what was, when the new name is taken meanwhile', async () => {
    const { app, sheet } = await openWithClashes()
    await decide(app.user, await taken(sheet), 'Keep both', { 'first.pdf': 'Skip' })
    await dialog('1 of 2 restored')
    const skipped = within(sheet).getByRole('region', { name: 'Skipped' })
    const field = await openField(app, skipped)
    app.service.seed.addFile(app.mei, ['Docs', 'old first.pdf'])
    await app.user.clear(field)
    await app.user.type(field, 'old first.pdf{Enter}')
    expect(await taken(sheet)).toHaveTextContent('first.pdf')
    expect(within(sheet).queryByRole('region', { name: 'Skipped' })).toBeNull()
    // The field has what was typed, so that it can be changed.
    const typed = await openField(app, sheet)
    expect(typed).toHaveValue('old first.pdf')
  })

  it('counts on from the new name when somebody takes it while the item is on its way', async () => {
    const { app, sheet } = await openWithClashes()
    const { fault, free } = held()
    app.faults.next('POST /file/rename', fault)
    const field = await openField(app, sheet)
    await app.user.clear(field)
    await app.user.type(field, 'old.pdf{Enter}')
    await waitFor(() => expect(app.requests.map(({ path }) => path)).toContain('/file/rename'))
    app.service.seed.addFile(app.mei, ['Docs', 'old.pdf'])
    free()
    await dialog('1 of 2 restored')
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'first.pdf',
      'old (2).pdf',
      'old.pdf',
      'second.pdf',
    ])
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual(['Docs']))
  })
})
