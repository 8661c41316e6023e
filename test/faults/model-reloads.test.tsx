import { afterAll, beforeAll, describe } from 'vitest'
import { model } from './model/operations-model.ts'
import { closeSharedService } from './model/session.ts'
import { links } from './model/steps/link-steps.ts'
import { person } from './model/steps/person-steps.ts'
import type { Step } from './model/steps/step.ts'
import { restoreAndUndo } from './model/steps/take-back-steps.ts'
import { viewSteps } from './model/steps/view-steps.ts'
import { world } from './model/steps/world-steps.ts'

/*
 * What every job has to survive, in the model of `model.test.tsx`: a reload after each of its requests, an Undo that has
 * to be exact, a holder that locks again at once.
 */

/** `npm run test:model` reloads after every request, `npm test` after some. */
const isWhole = process.env['MODEL_RELOADS'] === 'all'
const reloads = isWhole ? Array.from({ length: 26 }, (_, at) => at) : [3, 8, 15]

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

afterAll(closeSharedService)

/** All that is deleted; and three files whose names are taken: with `plain` those are decided about one by one. */
const clashing = {
  all: { mask: 31, taken: 31, replaced: 5, plan: 'all' },
  plain: { mask: 14, taken: 31, replaced: 5, plan: 'plain' },
} as const

describe('T6 Undo of a restore with Keep both and Replace leaves what was but for the names it says', () => {
  for (const plan of ['all', 'plain'] as const) {
    const wish = clashing[plan]
    model.testKept(`where the plan is answered with ${plan}`, [restoreAndUndo(wish)], [])
    for (const at of reloads) {
      const interrupted = restoreAndUndo({ ...wish, reloadAt: at })
      model.testKept(`${plan}, with a reload after request ${at} of the restore`, [interrupted], [])
      const undo = restoreAndUndo({ ...wish, undoReloadAt: at })
      model.testKept(`${plan}, with a reload after request ${at} of Undo`, [undo], [])
    }
  }
  model.testKept(
    'where a folder had to be created for it',
    [1, 2, 4, 8, 16].map((mask) => restoreAndUndo({ mask, taken: 0, replaced: 0, plan: 'all' })),
    [],
  )
  model.testKept(
    'where everything that is missing is created',
    [world.elsewhere('destroy', 0), restoreAndUndo({ ...clashing.all, taken: 0 })],
    [],
  )
})

describe('F2 a reload after any request', () => {
  const jobs: [title: string, start: Step[]][] = [
    ['a deletion', [person.remove('A', 31)]],
    ['a permanent deletion', [person.destroy(31)]],
    [
      'a move that replaces',
      [person.send('move', 'A', 31), person.settle(), person.answerClash('replace')],
    ],
    [
      'a copy that keeps both',
      [person.send('copy', 'A', 31), person.settle(), person.answerClash('keepBoth')],
    ],
    ['a change of many links', [links.edit(31, 3, undefined)]],
    ['a deletion of links', [links.delete(31), links.passTime()]],
    ['a copy of a view', [viewSteps.copy(31, 'list')]],
    ['a rename', [person.rename('A', 0, 'new.txt')]],
  ]
  for (const at of reloads)
    model.testKept(
      `leaves the views that were there after Undo of a copy of views: ${at}`,
      [
        viewSteps.elsewhere('A', 'list'),
        viewSteps.copyAndUndo({ mask: 31, layout: 'gallery', reloadAt: at, undoReloadAt: at + 1 }),
      ],
      [],
    )
  for (const [title, start] of jobs)
    for (const at of reloads)
      model.testKept(
        `loses and repeats nothing of ${title}: ${at}`,
        [...start, person.reloadAfter(at), person.settle(), person.resume(true), person.settle()],
        [],
      )
})

describe('L8 a holder that locks again at once', () => {
  const meet = [0, 1, 2, 3, 4, 5].map((at) => world.holdOn(at, 6))
  model.testKept(
    'is unlocked three times at most where others are unlocked too, with growing pauses',
    [
      ...meet,
      person.remove('A', 31),
      person.settle(),
      person.answerLock('unlock'),
      person.settle(),
    ],
    [],
  )
  model.testKept(
    'is unlocked once for each answer without that',
    [
      ...meet,
      person.remove('A', 31),
      person.settle(),
      person.answerLock('unlockThese'),
      person.settle(),
      person.answerLock('unlockThese'),
      person.settle(),
    ],
    [],
  )
})
