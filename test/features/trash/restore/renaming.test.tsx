import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { dialog, inside, openWithClashes, taken } from './fixtures.tsx'

describe('T5 renaming', () => {
  it('restores under a name of one’s choice, and says when that is taken too', async () => {
    const { app, sheet } = await openWithClashes()
    await app.user.click(await inside(sheet, /^More actions: .*first\.pdf/))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const field = await within(sheet).findByRole('textbox', { name: /New name for .*first\.pdf/ })
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
    await app.user.click(await inside(skipped, /^More actions: .*first\.pdf/))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const field = await within(sheet).findByRole('textbox', { name: /New name for .*first\.pdf/ })
    app.service.seed.addFile(app.mei, ['Docs', 'old first.pdf'])
    await app.user.clear(field)
    await app.user.type(field, 'old first.pdf{Enter}')
    expect(await taken(sheet)).toHaveTextContent('first.pdf')
    expect(within(sheet).queryByRole('region', { name: 'Skipped' })).toBeNull()
  })
})
