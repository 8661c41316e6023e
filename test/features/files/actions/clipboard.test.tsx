import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { namesAt } from '../../../processes/service-api.ts'
import { atWork, row, seedWork, sent, writeElsewhere } from './fixtures.tsx'

describe('F2 the clipboard', () => {
  it('Ctrl+V held down pastes once', async () => {
    const { user, requests } = await atWork()
    await user.click(await row('letter.txt'))
    await user.keyboard('{Control>}c{/Control}')
    await screen.findByText(/ready to/)
    await user.dblClick(await row('Drafts'))
    await row('Deep')
    const paste = (repeat: boolean) =>
      fireEvent.keyDown(document.body, { key: 'v', ctrlKey: true, repeat })
    paste(false)
    await waitFor(async () => expect(await row('letter.txt')).toHaveFocus())
    paste(true)
    await user.keyboard('{Control>}x{/Control}')
    await screen.findByText(/ready to move/)
    expect(sent(requests, 'POST', '/file/move')).toHaveLength(1)
  })

  it('says one thing of the clipboard at a time, and nothing once it is pasted', async () => {
    const { user } = await atWork()
    await user.click(await row('letter.txt'))
    await user.keyboard('{Control>}c{/Control}')
    await screen.findByText(/ready to copy/)
    await user.keyboard('{Control>}x{/Control}')
    await screen.findByText(/ready to move/)
    expect(screen.queryByText(/ready to copy/)).toBeNull()
    await user.keyboard('{Control>}v{/Control}')
    await screen.findByText(/^Already here/)
    expect(screen.queryByText(/ready to move/)).toBeNull()
    await user.dblClick(await row('Drafts'))
    await row('Deep')
    await user.keyboard('{Control>}v{/Control}')
    await screen.findByText(/moved/)
    expect(screen.queryByText(/ready to move/)).toBeNull()
  })

  it('what was cut stays cut when the question of a paste is cancelled', async () => {
    const app = await atWork({
      seed: (backend) => {
        seedWork(backend)
        backend.service.seed.addFile(backend.mei, ['Work', 'Drafts', 'letter.txt'])
      },
    })
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Control>}x{/Control}')
    await screen.findByText(/ready to move/)
    await app.user.dblClick(await row('Drafts'))
    await row('Deep')
    await app.user.keyboard('{Control>}v{/Control}')
    const question = within(await screen.findByRole('dialog', { name: /1 name is taken/ }))
    await app.user.click(question.getByRole('button', { name: 'Cancel' }))
    await app.user.dblClick(await row('Deep'))
    await screen.findByRole('heading', { name: 'Deep' })
    await app.user.keyboard('{Control>}v{/Control}')
    expect(await row('letter.txt')).toBeVisible()
    expect(await namesAt(app, 'svc://my/Work/Drafts/Deep')).toEqual(['letter.txt'])
  })

  it('what was cut is not pasted again when its move has failed and is tried again', async () => {
    const app = await atWork()
    ;(await row('letter.txt')).focus()
    await app.user.keyboard('{Control>}x{/Control}')
    await screen.findByText(/ready to move/)
    await app.user.dblClick(await row('Drafts'))
    await row('Deep')
    app.faults.next('POST /file/move', {
      kind: 'json',
      body: { code: ErrorCode.groupNotAllowed, msg: 'no' },
    })
    await app.user.keyboard('{Control>}v{/Control}')
    await app.user.click(await screen.findByRole('button', { name: 'Show details…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText(/letter\.txt.* moved/)
    await writeElsewhere(app, 'POST', '/file/create', {
      uri: 'svc://my/Work/letter.txt',
      type: 'file',
    })
    await app.user.dblClick(await row('Deep'))
    await screen.findByRole('heading', { name: 'Deep' })
    await app.user.keyboard('{Control>}v{/Control}')
    await app.user.keyboard('{Backspace}')
    await row('letter.txt')
    expect(sent(app.requests, 'POST', '/file/move')).toHaveLength(2)
    expect(await namesAt(app, 'svc://my/Work')).toContain('letter.txt')
  })

  it('cuts here and pastes there, and not into itself', async () => {
    const app = await atWork()
    ;(await row('Drafts')).focus()
    await app.user.keyboard('{Control>}x{/Control}')
    await screen.findByText(/ready to move/)
    await app.user.keyboard('{Control>}v{/Control}')
    expect(await screen.findByText(/^Already here/)).toBeVisible()
    await app.user.keyboard('{Enter}')
    await row('Deep')
    await app.user.keyboard('{Control>}v{/Control}')
    expect(await screen.findByText('A folder cannot go into itself.')).toBeVisible()
    expect(sent(app.requests, 'POST', '/file/move')).toEqual([])
    await app.user.keyboard('{Backspace}')
    await row('letter.txt')
    await app.user.keyboard('{Backspace}')
    await row('Archive')
    await app.user.keyboard('{Control>}v{/Control}')
    expect(await row('Drafts')).toBeVisible()
    expect(await namesAt(app, 'svc://my/Work')).toEqual(['letter.txt', 'plan.tar.gz', 'scan.pdf'])
  })
})
