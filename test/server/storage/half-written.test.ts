import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { createEmbeddedService } from '#src/server/service.ts'
import {
  copyOf,
  filesOf,
  openFolder,
  ownerOf,
  prepareDataFolders,
  refusal,
  template,
} from '../data-folder-fixtures.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function repairDisk() {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}
afterEach(repairDisk)
prepareDataFolders()

test('a key that was not written to its end is written anew by the next start', async () => {
  const dir = temporaryFolder()
  const { writeFileSync } = fs
  vi.spyOn(fs, 'writeFileSync').mockImplementation((path, _data, options) => {
    writeFileSync(path, new Uint8Array(5), options)
    throw new Error('ENOSPC: no space left on device')
  })
  syncBuiltinESMExports()
  await expect(createEmbeddedService({ dir, passwordCost: 4 })).rejects.toThrow('ENOSPC')
  repairDisk()
  const service = await createEmbeddedService({ dir, passwordCost: 4 })
  expect(filesOf(service)).toEqual([])
  service.close()
})

test('a reset that fails leaves the data that were there', async () => {
  const folder = copyOf(template)
  const first = await openFolder(folder)
  first.seed.addFile(ownerOf(first), ['kept'], { size: 1 })
  first.close()
  const { rename } = promises
  vi.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
    // The new data on its way to the place of the old ones, which are out of the way by then.
    if (/\.seeding-\d+-[\da-f]+$/.test(String(from))) throw new Error('EIO: i/o error')
    await rename(from, to)
  })
  syncBuiltinESMExports()
  expect(await refusal(folder, { reset: true })).toContain('could not be created')
  repairDisk()
  expect(filesOf(await openFolder(folder))).toEqual(['kept'])
})
