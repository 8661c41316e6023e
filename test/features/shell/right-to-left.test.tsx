import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'

const row = (name: string) => screen.findByRole('row', { name })

/** Files with three pictures and a folder, laid out from right to left, as no language of ours is yet. */
async function openRtl() {
  const app = await renderApp({
    path: '/files?layout=list&dir=rtl',
    isStrict: false,
    seed: ({ service, mei }) => {
      service.seed.addFolder(mei, ['Folder', 'Below'])
      for (const name of ['a.jpg', 'b.jpg']) service.seed.addFile(mei, [name])
    },
  })
  await row('a.jpg')
  expect(document.documentElement).toHaveAttribute('dir', 'rtl')
  return app
}
afterEach(() => {
  document.documentElement.dir = 'ltr'
})

describe('G10 in a page from right to left', () => {
  it('the left arrow leads on, to the controls of a row', async () => {
    const { user } = await openRtl()
    const first = await row('a.jpg')
    first.focus()
    await user.keyboard('{ArrowLeft}')
    expect(within(first).getByRole('checkbox')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(first).toHaveFocus()
  })

  it('the left arrow shows the next picture, the right arrow the one before', async () => {
    const { user } = await openRtl()
    await user.dblClick(await row('a.jpg'))
    await screen.findByRole('dialog', { name: 'a.jpg' })
    await user.keyboard('{ArrowLeft}')
    await screen.findByRole('dialog', { name: 'b.jpg' })
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByRole('dialog', { name: 'a.jpg' })).toBeInTheDocument()
  })

  it('the left arrow opens a folder of the picker, the right arrow the one above', async () => {
    const { user } = await openRtl()
    await user.click(await row('a.jpg'))
    await user.click(await screen.findByRole('button', { name: 'Move…' }))
    const picker = within(await screen.findByRole('dialog'))
    await picker.findByRole('option', { name: 'Folder' })
    await user.keyboard('{ArrowLeft}')
    expect(await picker.findByRole('option', { name: 'Below' })).toBeVisible()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(picker.getByRole('option', { name: 'Folder' })).toBeVisible())
  })
})
