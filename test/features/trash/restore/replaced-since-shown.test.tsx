import { describe, expect, it } from 'vitest'
import { decide } from '../../../dom/name-clashes.ts'
import { seedTrashedFile } from '../../../dom/trash-fixtures.ts'
import { filesAt } from '../../../processes/service-api.ts'
import { dialog, openPlan, seedTaken, sizesAt, taken } from './fixtures.tsx'

describe('T10 a file that is another one by the time it is to be replaced', () => {
  it.each([
    ['Replace for all', 'Replace', {}],
    ['Replace for that one', 'Skip', { 'report.pdf': 'Replace' }],
  ])('stays, and is asked about, after %s', async (_, rule, exceptions) => {
    const { app, plan } = await openPlan((backend) => {
      seedTaken(backend)
      seedTrashedFile(backend, ['Docs', 'other.pdf'])
      backend.service.seed.addFile(backend.mei, ['Docs', 'other.pdf'])
    }, 2)
    const shown = (await filesAt(app, 'svc://my/Docs')).find(({ name }) => name === 'report.pdf')
    app.service.seed.removeFile(shown?.id ?? '')
    app.service.seed.addFile(app.mei, ['Docs', 'report.pdf'], { size: 7_000 })
    await decide(app.user, plan, rule, exceptions)
    const sheet = await dialog(/^[01] of [12] restored$/)
    expect(await taken(sheet)).toHaveTextContent('report.pdf')
    expect(await sizesAt(app, 'svc://my/Docs')).toMatchObject({ 'report.pdf': 7_000 })
  })
})
