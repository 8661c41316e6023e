import { expect, test } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { openTestService } from '../service-harness.ts'

async function open() {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['home', 'plan.pdf'], { contents: new Uint8Array(3) })
  const create = (body: object, as = service.owner) => service.call('PUT', '/share', { as, body })
  const all = async () =>
    (await service.call('GET', '/share?page_size=50', { as: service.owner })).data.shares as {
      id: string
      password?: string
      remain_downloads?: number
      expires?: string
      share_view?: boolean
    }[]
  return { service, create, all }
}
const uri = 'svc://my/home/plan.pdf'

test('F3 a new link has what was wished for, and its address is the answer', async () => {
  const { service, create, all } = await open()
  const { code, data } = await create({
    uri,
    is_private: true,
    password: 'abc123',
    downloads: 3,
    expire: 3600,
    share_view: true,
  })
  expect(code).toBe(0)
  const [share] = await all()
  expect(data).toMatch(new RegExp(`/s/${share?.id}/abc123$`))
  expect(share).toMatchObject({ password: 'abc123', remain_downloads: 3, share_view: true })
  expect(Date.parse(share?.expires ?? '')).toBe(service.now() + 3600_000)
})

test('F3 a link without limits stays valid, and a private one without a password gets one', async () => {
  const { create, all } = await open()
  await create({ uri, downloads: 0, expire: -5 })
  await create({ uri, is_private: true })
  const [plain, secret] = await all()
  expect(plain).not.toHaveProperty('expires')
  expect(plain).not.toHaveProperty('remain_downloads')
  expect(plain).not.toHaveProperty('password')
  expect(secret?.password).toMatch(/^[0-9a-z]{8}$/)
})

test('F3 what is not one’s own, is a root or is not there gets no link', async () => {
  const { service, create, all } = await open()
  const folder = service.seed.addFolder(service.colleague, ['Theirs'])
  service.seed.addFile(service.colleague, ['Theirs', 'a.txt'], { size: 1 })
  const theirs = service.seed.addShare(folder)
  const trashed = service.seed.trashFile(
    service.seed.addFile(service.owner, ['old.txt'], { size: 1 }),
  )
  const codes = await Promise.all(
    [
      create({ uri: 'svc://my' }),
      create({ uri: 'svc://my/home/none' }),
      create({ uri: `svc://${service.owner}@my/home/plan.pdf` }, service.colleague),
      create({ uri: `svc://${theirs}@share/a.txt` }),
      create({ uri: `svc://trash/${trashed}` }),
      create({ uri, password: 'no spaces' }),
      create({}),
    ].map(async (answer) => (await answer).code),
  )
  expect(codes).toEqual([
    ErrorCode.forbidden,
    ErrorCode.pathNotFound,
    ErrorCode.forbidden,
    ErrorCode.forbidden,
    ErrorCode.forbidden,
    ErrorCode.invalidParameters,
    ErrorCode.invalidParameters,
  ])
  expect(await all()).toEqual([])
})
