import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { carrying, droppedFile, ends, file, row, sent } from '../../features/uploads/fixtures.tsx'

/** Lin's files, with a shortcut to Mei's folder Trip. */
const atHome = () =>
  renderApp({
    as: 'lin',
    path: '/files?uri=svc%3A%2F%2Fmy&layout=list',
    seed: ({ service: { seed }, mei, lin }) => {
      seed.addShortcut(lin, ['Trip'], seed.addShare(seed.addFolder(mei, ['Trip'])))
      seed.addFolder(lin, ['Papers'])
      seed.addFile(lin, ['a.txt'])
    },
  })

describe('S18 a shortcut to a folder of somebody else is no target', () => {
  it('of a drag', async () => {
    await atHome()
    const dataTransfer = { types: ['text/plain'], setData() {}, setDragImage() {} }
    const file = await row('a.txt')
    fireEvent.mouseDown(file)
    fireEvent.dragStart(file, { dataTransfer })
    // What takes a drag prevents that the browser refuses it.
    expect(fireEvent.dragOver(await row('Papers'), { dataTransfer })).toBe(false)
    expect(fireEvent.dragOver(await row('Trip'), { dataTransfer })).toBe(true)
    fireEvent.dragEnd(file)
  })

  it('of files that are dropped on it: they go to the folder that is open', async () => {
    const app = await atHome()
    const dropped = carrying(droppedFile(file('b.txt')))
    fireEvent.drop(await row('Trip'), { dataTransfer: dropped })
    await ends('1 file uploaded')
    expect(await row('b.txt')).toBeVisible()
    expect(sent(app.requests, 'PUT', '/file/upload')).toHaveLength(1)
  })

  it('of a move', async () => {
    const { user } = await atHome()
    await user.pointer({ keys: '[MouseRight]', target: await row('a.txt') })
    await user.click(await screen.findByRole('menuitem', { name: /^Move/ }))
    const picker = within(await screen.findByRole('dialog'))
    expect(await picker.findByRole('option', { name: 'Papers' })).toBeVisible()
    expect(picker.queryByRole('option', { name: 'Trip' })).toBeNull()
  })
})
