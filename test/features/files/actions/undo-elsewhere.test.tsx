import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { filesAt, namesAt } from '../../../processes/service-api.ts'
import { atWork, select, writeElsewhere } from './fixtures.tsx'

describe('F2 Ctrl+Z after somebody else has done it in part', () => {
  it.each([
    [
      'what is left comes back, and what was back or is gone is counted',
      ['letter.txt', 'plan.tar.gz', 'scan.pdf', 'Drafts'],
      /^2 items restored\. 1 was back already\. 1 no longer exists$/,
    ],
    [
      'nothing is left to come back',
      ['letter.txt', 'scan.pdf'],
      /^1 item is back already\. 1 no longer exists\.$/,
    ],
  ] as const)(
    'T4 says what became of each when another tab restored one and deleted one for good: %s',
    async (_what, names, said) => {
      const app = await atWork()
      await select(app, ...names)
      await app.user.keyboard('{Delete}')
      await screen.findByText(/moved to the trash/)
      const uriOf = new Map(
        (await filesAt(app, 'svc://trash')).map(({ name, path }) => [name, path]),
      )
      await writeElsewhere(app, 'POST', '/file/restore', { uris: [uriOf.get('letter.txt')] })
      const body = { uris: [uriOf.get('scan.pdf')], skip_soft_delete: true }
      await writeElsewhere(app, 'DELETE', '/file', body)
      await app.user.keyboard('{Control>}z{/Control}')
      expect(await screen.findByText(said)).toBeVisible()
      expect(screen.queryByRole('alert')).toBeNull()
      expect(await namesAt(app, 'svc://my/Work')).toEqual(['Drafts', 'letter.txt', 'plan.tar.gz'])
    },
  )
})
