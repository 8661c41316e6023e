import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { setLastUndo } from '#src/jobs/messages/last-undo.ts'
import { renderApp } from '../../../dom/harness.tsx'
import { namesAt } from '../../../processes/service-api.ts'
import { contents, photos, row, seedPhotos } from './fixtures.tsx'

const viewer = (name: string) => screen.findByRole('dialog', { name })

describe('F8 a picture in the viewer', () => {
  it('is deleted from it, the next one takes its place, and Undo brings it back', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
    await user.dblClick(await row('IMG_2.jpg'))
    const shown = within(await viewer('IMG_2.jpg'))
    await user.click(shown.getByRole('button', { name: 'Delete' }))
    const dialog = within(await viewer('IMG_10.jpg'))
    expect(dialog.getByText('2 of 3')).toBeVisible()
    // Its message is seen beside the viewer.
    await screen.findByRole('button', { name: /^Undo: .*moved to the trash/, hidden: true })
    const undos = screen.getAllByRole('button', { name: /^Undo/, hidden: true })
    expect(undos.map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Undo the deletion',
      'Undo: “\u2068IMG_2.jpg\u2069” moved to the trash',
    ])
    await user.click(dialog.getByRole('button', { name: 'Undo the deletion' }))
    expect(await dialog.findByText('3 of 4')).toBeVisible()
    await waitFor(() =>
      expect(dialog.queryByRole('button', { name: 'Undo the deletion' })).toBeNull(),
    )
  })

  it('Undo of its deletion takes back that, whatever was written since', async () => {
    const app = await renderApp({ path: photos, seed: seedPhotos() })
    const { user } = app
    await user.dblClick(await row('IMG_2.jpg'))
    await user.click(within(await viewer('IMG_2.jpg')).getByRole('button', { name: 'Delete' }))
    const shown = within(await viewer('IMG_10.jpg'))
    await user.click(await shown.findByRole('button', { name: 'Undo the deletion' }))
    await shown.findByText('3 of 4')
    await waitFor(() => expect(shown.queryByRole('button', { name: /^Undo/ })).toBeNull())
    await user.click(shown.getByRole('button', { name: 'Delete' }))
    const next = within(await viewer('sign.svg'))
    await next.findByRole('button', { name: 'Undo the deletion' })
    // Another write, which Ctrl+Z would take back.
    const rename = vi.fn()
    setLastUndo(rename)
    await user.click(next.getByRole('button', { name: 'Undo the deletion' }))
    expect(await next.findByText('4 of 4')).toBeVisible()
    expect(rename).not.toHaveBeenCalled()
    expect(await namesAt(app, 'svc://my/Photos')).toContain('IMG_10.jpg')
  })

  it('the last one that is deleted by key closes it', async () => {
    const { user, service, mei } = await renderApp({
      path: photos,
      seed: ({ service, mei }) => {
        service.seed.addFile(mei, ['Photos', 'only.jpg'], { contents })
      },
    })
    await user.dblClick(await row('only.jpg'))
    await viewer('only.jpg')
    await user.keyboard('{Delete}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await namesAt({ service, mei }, 'svc://my/Photos')).toEqual([])
  })

  it('is shared from it', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
    await user.dblClick(await row('IMG_2.jpg'))
    const shown = within(await viewer('IMG_2.jpg'))
    await user.click(shown.getByRole('button', { name: 'Share…' }))
    expect(await screen.findByRole('dialog', { name: /^Share .*IMG_2/ })).toBeVisible()
  })
})
