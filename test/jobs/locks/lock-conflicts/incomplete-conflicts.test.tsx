import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { parseUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import { restore } from '#src/features/trash/trash-writes.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  lockedLetter,
  open,
  track,
  rename,
  dialog,
  button,
  sent,
  settled,
  conflictOf,
} from './fixtures.tsx'

describe('L9 conflicts that say little', () => {
  it.each([
    ['null', null],
    ['empty', []],
    ['no list', 'locked'],
    ['of rubbish', [null, 7, 'x', { owner: 5, path: 12, token: {} }]],
    ['without token, path, owner and type', [{}]],
    ['with an unreadable path', [{ path: '%%%', owner: { application: {} }, type: 9 }]],
  ])('data is %s: the dialog still works', async (_, data) => {
    const { seed } = lockedLetter()
    const app = await open({ seed })
    app.faults.next('POST /file/rename', conflictOf(data))
    const write = await rename(app)
    await dialog()
    expect(button('Cancel')).toHaveFocus()
    await app.user.click(button('Retry'))
    await settled(write)
    expect(await namesAt(app, 'svc://my')).toEqual(['Post'])
  })

  it('names a conflict inside a job after the item that was asked for', async () => {
    const { seed } = lockedLetter(() => [])
    const app = await open({
      seed: (backend) => {
        seed(backend)
        const { service, mei } = backend
        service.seed.trashFile(service.seed.addFile(mei, ['Draft of a will.txt']))
      },
    })
    const { client } = app
    const listing = await client.fetchQuery(files.trash())
    const row = listing.at(listing.order[0] ?? 0)
    if (!row) throw new Error('nothing in the trash')
    const id = parseUri(row.uri).segments[0] ?? ''
    app.faults.next('POST /file/restore', {
      kind: 'json',
      body: {
        code: ErrorCode.batchIncomplete,
        msg: '',
        aggregated_error: {
          [row.uri.replace('svc:', 'cloudreve:')]: {
            code: ErrorCode.lockConflict,
            msg: '',
            data: [{ path: `cloudreve://my/${id}`, token: 'x', owner: {}, type: 0 }],
          },
        },
      },
    })
    const write = track(startMutation(client, restore(), { items: [row] }))
    expect(await dialog()).toHaveTextContent('Draft of a will.txt')
    expect(screen.getByRole('alertdialog')).not.toHaveTextContent(id)
    await app.user.click(button('Unlock and retry'))
    await settled(write)
    expect(write.value?.done).toHaveLength(1)
  })
})

describe('a rename whose answer is lost', () => {
  it('is looked up, not repeated', async () => {
    const { seed } = lockedLetter()
    const app = await open({ seed })
    app.faults.next('POST /file/rename', { kind: 'lost' })
    const write = await rename(app)
    await settled(write)
    expect(write.error).toBeUndefined()
    expect(sent(app.requests)).toEqual(['POST /file/rename'])
  })

  it('that never arrived is a failure, and nothing was renamed', async () => {
    const { seed } = lockedLetter()
    const app = await open({ seed })
    app.faults.next('POST /file/rename', { kind: 'drop' })
    const write = await rename(app)
    await settled(write)
    expect(write.error).toMatchObject({ reason: 'network' })
    expect(await namesAt(app, 'svc://my')).toEqual(['Letters'])
  })
})
