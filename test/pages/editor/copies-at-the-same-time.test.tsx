import { describe, expect, it, onTestFinished } from 'vitest'
import { TransportError } from '#src/contract/errors.ts'
import { saveTextCopy } from '#src/features/editor/save-text-copy.ts'
import { WebLocks } from '../../faults/model/tabs/web-locks.ts'
import { contentsAt } from '../../processes/service-api.ts'
import { open } from './fixtures.tsx'

describe('V4 a copy of a text', () => {
  it('is left where it is when it was written and no answer says so', async () => {
    const { id, uri, service, mei, faults, requests } = await open()
    const bytes = new TextEncoder().encode('of this device')
    faults.next('PUT /file/content', { kind: 'lost' })
    faults.always('POST /file/url', { kind: 'drop' })
    const saving = saveTextCopy({ uri, fileId: id, name: 'letter.txt', bytes })
    await expect(saving).rejects.toBeInstanceOf(TransportError)
    const stored = await contentsAt({ service, mei }, 'svc://my/Letters/letter%20(2).txt')
    expect(new TextDecoder().decode(stored)).toBe('of this device')
    expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  it.each([
    ['of 84 Chinese letters', '字'.repeat(84), `${'字'.repeat(83)} (2)`],
    ['of 251 letters and an ending', `${'a'.repeat(251)}.txt`, `${'a'.repeat(247)} (2).txt`],
  ])('has a name that is as long as allowed beside a name %s', async (_, name, saved) => {
    const { id, uri } = await open({ name })
    const bytes = new TextEncoder().encode('of this device')
    const copy = await saveTextCopy({ uri, fileId: id, name, bytes })
    expect(decodeURIComponent(copy ?? '')).toBe(`svc://my/Letters/${saved}`)
  })

  it('saves copies of two tabs under two names, also at the same moment', async () => {
    const locks = new WebLocks()
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
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
