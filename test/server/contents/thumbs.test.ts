import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const thumb = (service: TestService, name: string) =>
  service.call('GET', `/file/thumb?uri=svc://my/${name}`, { as: service.owner })
const metadataOf = async (service: TestService, name: string) =>
  (await service.call('GET', `/file/info?uri=svc://my/${name}`, { as: service.owner })).data
    .metadata
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

async function sizeAt(service: TestService, url: string) {
  const answer = await service.fetch(new Request(url))
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return [width, height]
}

test('F1 a picture that is none has no thumbnail, is not tried again, and may be one after its next content', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['p.png'], { contents: Buffer.from('dear diary') })
  expect((await thumb(service, 'p.png')).code).toBe(40077)
  expect(await metadataOf(service, 'p.png')).toEqual({ 'thumb:disabled': '' })
  const read = service.store.read.bind(service.store)
  let reads = 0
  service.store.read = (id) => {
    reads++
    return read(id)
  }
  expect((await thumb(service, 'p.png')).code).toBe(40077)
  expect(reads).toBe(0)
  await service.fetch(
    new Request('http://localhost/api/v4/file/content?uri=svc://my/p.png', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${(await service.seed.mintToken(service.owner)).access_token}`,
      },
      body: new Uint8Array(await picture(600, 300).png().toBuffer()),
    }),
  )
  expect(await sizeAt(service, (await thumb(service, 'p.png')).data.url)).toEqual([400, 200])
})

test('F1 a picture of a hundred megapixels has one, a larger one is refused before it is unpacked', async () => {
  const service = await openTestService()
  const large = (width: number, height: number) =>
    picture(width, height).png({ compressionLevel: 1 }).toBuffer()
  service.seed.addFile(service.owner, ['large.png'], { contents: await large(10_000, 10_000) })
  service.seed.addFile(service.owner, ['larger.png'], { contents: await large(12_000, 9_000) })
  expect(await sizeAt(service, (await thumb(service, 'large.png')).data.url)).toEqual([300, 300])
  expect((await thumb(service, 'larger.png')).code).toBe(40077)
  expect(await metadataOf(service, 'larger.png')).toEqual({ 'thumb:disabled': '' })
})

test('F1 a picture of more than 25 megapixels has none when its format is decoded as a whole', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const addPicture = async (name: string, width: number, height: number) => {
    const format = name.endsWith('.gif') ? 'gif' : 'tiff'
    const contents = await picture(width, height)[format]().toBuffer()
    seed.addFile(owner, [name], { contents })
  }
  await addPicture('large.gif', 5_000, 5_000)
  await addPicture('larger.gif', 5_000, 5_001)
  await addPicture('large.tif', 5_000, 5_000)
  await addPicture('larger.tif', 5_000, 5_001)
  for (const kind of ['gif', 'tif']) {
    expect(await sizeAt(service, (await thumb(service, `large.${kind}`)).data.url)).toEqual([
      300, 300,
    ])
    expect((await thumb(service, `larger.${kind}`)).code, kind).toBe(40077)
  }
})

test('F1 a picture that takes too long has no thumbnail, and is not tried again', async () => {
  const service = await openTestService({ pictureLimits: { maxTimeMs: 1, processes: 1 } })
  const { seed, owner, store } = service
  const contents = await picture(4_000, 4_000).png().toBuffer()
  seed.addFile(owner, ['slow.png'], { contents })
  expect(await thumb(service, 'slow.png')).toMatchObject({ code: 40077, error: 'took too long' })
  expect(await metadataOf(service, 'slow.png')).toEqual({ 'thumb:disabled': '' })
  const read = vi.spyOn(store, 'read')
  expect((await thumb(service, 'slow.png')).code).toBe(40077)
  expect(read).not.toHaveBeenCalled()
})

test('F1 a drawing is not run for its thumbnail, whatever its name says', async () => {
  const service = await openTestService()
  const contents = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>run()</script><rect width="40" height="40"/></svg>',
  )
  for (const name of ['a.svg', 'a.png', 'a.tiff']) {
    service.seed.addFile(service.owner, [name], { contents })
    expect((await thumb(service, name)).code, name).toBe(40077)
  }
})

test('F1 each is drawn once, however many ask for it', async () => {
  const service = await openTestService()
  const contents = new Uint8Array(await picture(30, 20).png().toBuffer())
  const names = Array.from({ length: 7 }, (_, at) => `${at}.png`)
  for (const name of names) service.seed.addFile(service.owner, [name], { contents })
  const read = vi.spyOn(service.store, 'read')
  const answers = await Promise.all([...names, ...names].map((name) => thumb(service, name)))
  expect(answers.map(({ code }) => code)).toEqual(Array(14).fill(0))
  expect(read).toHaveBeenCalledTimes(7)
})

test('F1 a content that is deleted while it is drawn leaves no thumbnail', async () => {
  const service = await openTestService()
  const { store, db } = service
  const contents = new Uint8Array(await picture(30, 20).png().toBuffer())
  service.seed.addFile(service.owner, ['p.png'], { contents })
  const put = vi.spyOn(store, 'put')
  const read = store.read.bind(store)
  store.read = (id) => {
    // The file stays, with other versions.
    db.run('DELETE FROM entities WHERE id = ?', [id])
    return read(id)
  }
  expect((await thumb(service, 'p.png')).code).toBe(40077)
  expect(put).not.toHaveBeenCalled()
})
