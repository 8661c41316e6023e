import { describe, expect, it } from 'vitest'
import { saveTextCopy } from '#src/features/editor/save-text-copy.ts'
import type { Sent } from '../../dom/network.ts'
import { contentsAt } from '../../processes/service-api.ts'
import { bytesOf, open } from './fixtures.tsx'

describe('V4 a copy of a text', () => {
  it('does not write over a copy that another device saves at the same moment', async () => {
    const { id, uri, service, mei, faults } = await open()
    const bytes = new TextEncoder().encode('of this device')
    let isSaved = false
    const isFirstWrite = ({ path }: Sent) => /^\/file\/(create|content)$/.test(path) && !isSaved
    faults.always(
      (sent) => {
        if (isFirstWrite(sent)) {
          isSaved = true
          service.seed.addFile(mei, ['Letters', 'letter (2).txt'], { contents: bytesOf('theirs') })
        }
        return false
      },
      { kind: 'drop' },
    )
    const saved = await saveTextCopy({ uri, fileId: id, name: 'letter.txt', bytes })
    expect(saved).toBe('svc://my/Letters/letter%20(3).txt')
    const textAt = async (at: string) =>
      new TextDecoder().decode(await contentsAt({ service, mei }, at))
    expect(await textAt('svc://my/Letters/letter%20(2).txt')).toBe('theirs')
    expect(await textAt(saved ?? '')).toBe('of this device')
  })

  it('saves copies of two tabs under two names, also at the same moment', async () => {
    const { id, uri, service, mei } = await open()
    const copy = (text: string) =>
      saveTextCopy({ uri, fileId: id, name: 'letter.txt', bytes: new TextEncoder().encode(text) })
    const saved = await Promise.all([copy('of one tab'), copy('of the other')])
    expect(saved.toSorted()).toEqual([
      'svc://my/Letters/letter%20(2).txt',
      'svc://my/Letters/letter%20(3).txt',
    ])
    const texts = await Promise.all(
      saved.map(async (each) =>
        new TextDecoder().decode(await contentsAt({ service, mei }, each ?? '')),
      ),
    )
    expect(texts.toSorted()).toEqual(['of one tab', 'of the other'])
  })
})
