import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openBench } from '../service-harness.ts'
import type { Bench } from '../service-harness.ts'

const thumb = (bench: Bench, name: string) =>
  bench.call('GET', `/file/thumb?uri=svc://my/${name}`, { as: bench.owner })
const metadataOf = async (bench: Bench, name: string) =>
  (await bench.call('GET', `/file/info?uri=svc://my/${name}`, { as: bench.owner })).data.metadata
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

async function sizeAt(bench: Bench, url: string) {
  const answer = await bench.fetch(new Request(url))
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return [width, height]
}

test('F1 a picture that is none has no thumbnail, is not tried again, and may be one after its next content', async () => {
  const bench = await openBench()
  bench.seed.addFile(bench.owner, ['p.png'], { contents: Buffer.from('dear diary') })
  expect((await thumb(bench, 'p.png')).code).toBe(40077)
  expect(await metadataOf(bench, 'p.png')).toEqual({ 'thumb:disabled': '' })
  const read = bench.store.get.bind(bench.store)
  let reads = 0
  bench.store.get = (id) => {
    reads++
    return read(id)
  }
  expect((await thumb(bench, 'p.png')).code).toBe(40077)
  expect(reads).toBe(0)
  await bench.fetch(
    new Request('http://localhost/api/v4/file/content?uri=svc://my/p.png', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${(await bench.seed.mintToken(bench.owner)).access_token}`,
      },
      body: new Uint8Array(await picture(600, 300).png().toBuffer()),
    }),
  )
  expect(await sizeAt(bench, (await thumb(bench, 'p.png')).data.url)).toEqual([400, 200])
})

test('F1 a picture of a hundred megapixels has one, a larger one is refused before it is unpacked', async () => {
  const bench = await openBench()
  const large = (width: number, height: number) =>
    picture(width, height).png({ compressionLevel: 1 }).toBuffer()
  bench.seed.addFile(bench.owner, ['large.png'], { contents: await large(10_000, 10_000) })
  bench.seed.addFile(bench.owner, ['larger.png'], { contents: await large(12_000, 9_000) })
  expect(await sizeAt(bench, (await thumb(bench, 'large.png')).data.url)).toEqual([300, 300])
  // Nothing of it stays in memory.
  expect(sharp.cache().items.current).toBe(0)
  expect((await thumb(bench, 'larger.png')).code).toBe(40077)
  expect(await metadataOf(bench, 'larger.png')).toEqual({ 'thumb:disabled': '' })
})

test('F1 a drawing is not run for its thumbnail, whatever its name says', async () => {
  const bench = await openBench()
  const contents = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>run()</script><rect width="40" height="40"/></svg>',
  )
  for (const name of ['a.svg', 'a.png', 'a.tiff']) {
    bench.seed.addFile(bench.owner, [name], { contents })
    expect((await thumb(bench, name)).code, name).toBe(40077)
  }
})

test('F1 two are drawn at once and no more, each of them once', async () => {
  const bench = await openBench()
  const contents = new Uint8Array(await picture(30, 20).png().toBuffer())
  const names = Array.from({ length: 7 }, (_, at) => `${at}.png`)
  for (const name of names) bench.seed.addFile(bench.owner, [name], { contents })
  const read = bench.store.get.bind(bench.store)
  const put = bench.store.put.bind(bench.store)
  let [open, most, reads] = [0, 0, 0]
  bench.store.get = (id) => {
    reads++
    most = Math.max(most, ++open)
    return read(id)
  }
  bench.store.put = (id, bytes) => {
    open--
    put(id, bytes)
  }
  const answers = await Promise.all([...names, ...names].map((name) => thumb(bench, name)))
  expect(answers.map(({ code }) => code)).toEqual(Array(14).fill(0))
  expect([most, reads]).toEqual([2, 7])
})
