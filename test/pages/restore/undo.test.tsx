import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { namesAt } from '../../service-api.ts'
import { rowsShown, seedTrashedFile, seedTrashedFiles, trashNames } from '../../trash-fixtures.ts'
import { day, open, pick, press, said } from './fixtures.tsx'

const restored = ['item 0000.txt', 'item 0001.txt', 'item 0002.txt']

/** Three items have been restored; one that was deleted earlier is still in the trash. */
const openAndRestore = async () => {
  const app = await open((backend) => {
    seedTrashedFiles(backend, 3)
    seedTrashedFile(backend, ['Docs', 'earlier.txt'], 3 * day)
  })
  await pick(app, ...restored)
  await press(app, 'Restore')
  await said(/3 items restored/)
  expect(rowsShown()).toEqual(['earlier.txt'])
  return app
}

/** The items of one deletion are in no particular order among each other. */
const expectAllShown = () =>
  waitFor(() => {
    const shown = rowsShown()
    expect(new Set(shown.slice(0, 3))).toEqual(new Set(restored))
    expect(shown.slice(3)).toEqual(['earlier.txt'])
  })

describe('T6 taking a restore back', () => {
  it('shows in the trash at once what went back there, newest first', async () => {
    const app = await openAndRestore()
    await press(app, 'Undo')
    await said(/3 items moved to the trash/)
    await expectAllShown()
    expect(screen.getByRole('link', { name: /Trash/ })).toHaveTextContent('4')
    expect(await trashNames(app)).toHaveLength(4)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([])
  })

  it('shows it after leaving the trash and coming back', async () => {
    const app = await openAndRestore()
    await app.user.click(screen.getByRole('link', { name: /Shares/ }))
    await press(app, 'Undo')
    await said(/3 items moved to the trash/)
    await app.user.click(screen.getByRole('link', { name: /Trash/ }))
    await expectAllShown()
  })

  it('reads the trash again when it could not be told what went back there', async () => {
    const app = await openAndRestore()
    app.faults.next('GET /file', { kind: 'status', status: 500 })
    await press(app, 'Undo')
    await said(/3 items moved to the trash/)
    await expectAllShown()
  })
})
