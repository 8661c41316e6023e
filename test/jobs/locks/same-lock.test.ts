import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { LockConflictResolver } from '#src/jobs/locks/lock-conflict-resolver.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { questionsOfKind } from '#src/jobs/questions/questions.ts'
import { createOperation } from '#src/lib/operation.ts'

afterEach(resetStores)

it('locks of deleted items of one name are not the same lock taken again and again', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, msg: '' }))
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const items = ['A', 'B', 'C', 'D', 'E'].map((folder) => ({
    id: folder,
    uri: `svc://trash/${folder}`,
    name: 'same.txt',
    origin: `svc://my/${folder}/same.txt`,
  }))
  const resolver = new LockConflictResolver(createOperation('restore', items))
  for (const item of items) {
    const conflict = { path: item.uri, token: item.id, type: 0 }
    const resolving = resolver.resolveConflict([{ conflict, item }])
    await vi.advanceTimersByTimeAsync(100)
    const [question] = questionsOfKind(lockQuestion)
    if (item.id === 'A') {
      expect(question?.state).toBe('asking')
      question?.answer({ action: 'unlock', tokens: [item.id], appliesToRest: true })
    } else expect(question?.state).not.toBe('asking')
    await vi.advanceTimersByTimeAsync(100)
    expect(await resolving).toBe('retry')
  }
  resolver.close(false)
})
