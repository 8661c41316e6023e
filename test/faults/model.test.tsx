import { afterAll, beforeAll, describe } from 'vitest'
import { model } from './model/operations-model.ts'
import { closeSharedService } from './model/session.ts'
import { links } from './model/steps/link-steps.ts'
import { person } from './model/steps/person-steps.ts'
import type { Step } from './model/steps/step.ts'
import { restoreAndUndo } from './model/steps/take-back-steps.ts'
import { world } from './model/steps/world-steps.ts'

/*
 * Operations, lists and stores against the embedded service, in random sequences of steps. A sequence that failed
 * is printed with its seed and its path; what it has found is kept below, in `model-kept.test.tsx` and in
 * `model-leaving.test.tsx`; what it had expected wrongly, in `model-expectations.test.tsx`.
 */

const count = Number(process.env['MODEL_RUNS'] ?? 300)
const seed = Number(process.env['MODEL_SEED'] ?? 20_260_601)

beforeAll(() => {
  // The page renders nothing that a test waits for; it is let run by the sequence itself.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

afterAll(closeSharedService)

describe('F2 in whatever order things happen', () => {
  model.testAny('the page says what is so', { count, seed, maxMs: 1_000 })
})

describe('F2 it was found that', () => {
  // `selects` chooses among requests that wait at the same time, as the order of a sequence that failed does.
  const kept: [title: string, steps: Step[], choices?: number[]][] = [
    [
      'a file that is renamed while it is being deleted was called deleted',
      [person.rename('home', 0, 'b.txt'), person.remove('home', 0), person.settle()],
    ],
    [
      'a folder that a restore creates was missing from the list above it',
      [
        person.restore(18),
        person.enter('home'),
        person.settle(),
        person.answerPlan('all'),
        person.settle(),
      ],
    ],
    [
      'a folder that a restore creates, but nothing in it, was missing there too',
      [
        person.restore(18),
        person.destroy(22),
        person.enter('home'),
        person.settle(),
        person.answerPlan('all'),
        person.settle(),
      ],
    ],
    [
      'a folder in which a restored item is stuck was missing where it lies',
      [person.restore(10), person.rename('home', 0, 'b.txt'), world.lock(0, false), person.wait(1)],
    ],
    [
      'a folder in which an item was renamed stayed when one look at it failed',
      [
        person.restore(10),
        person.settle(),
        person.answerPlan('all'),
        person.wait(8),
        world.fail({ mishap: 'html502', on: 'reads' }),
        person.settle(),
      ],
    ],
    [
      'what is deleted while the rest of it waits for a lock was missing from the trash',
      [person.remove('A', 5), world.lock(0, false), person.enter('trash'), person.settle()],
    ],
    [
      'a file that was renamed right after it was restored got its old name back on the page',
      [
        person.destroy(25),
        person.rename('A', 0, 'b.txt'),
        person.restore(10),
        person.restore(3),
        person.rename('B', 0, 'b.txt'),
        person.settle(),
      ],
      [],
    ],
    [
      'a trash that was emptied was called full when the answer got lost',
      [world.fail({ mishap: 'lostAfter', on: 'writes' }), person.emptyTrash(), person.wait(4)],
    ],
    [
      'a folder that a restore had created came back on the page after it was deleted',
      [
        person.restore(20),
        person.send('move', 'A', 0),
        person.answerPlan('all'),
        person.remove('home', 12),
        person.remove('A', 0),
      ],
      [],
    ],
    [
      'links that were deleted while they were being changed stayed hidden and were not deleted',
      [links.cleanUp(), links.edit(20, null, undefined), links.delete(28)],
      [],
    ],
    [
      'a change of links was dropped while another one was about the same links',
      [links.edit(4, null, undefined), links.edit(4, 3, undefined)],
    ],
    [
      'links whose files somebody had deleted were expected to be left when their deletion was stopped',
      [links.delete(7), world.elsewhere('destroy', 5), links.passTime(), person.stop(false)],
      [],
    ],
    [
      'a folder that came back because something was copied to it was missing',
      [person.remove('home', 0), person.send('copy', 'B', 0), person.wait(1)],
      [0, 0, 3, 7],
    ],
    [
      'a file that a copy has replaced was shown where the copy is',
      [
        person.send('move', 'A', 0),
        person.send('copy', 'B', 0),
        person.answerClash('replace'),
        world.elsewhere('putAway', 0),
      ],
      [],
    ],
    [
      'a file that made room for one that is locked was still shown',
      [
        person.send('move', 'A', 0),
        world.lockSelected(),
        person.send('move', 'B', 0),
        person.answerClash('replace'),
        person.settle(),
      ],
      [],
    ],
    [
      'a link that was deleted elsewhere while many were changed was still shown',
      [
        links.delete(0),
        person.emptyTrash(),
        person.transfer('move', 'A', 0),
        links.edit(26, null, undefined),
        world.elsewhere('destroy', 0),
        links.elsewhere('delete', 0),
      ],
      [0, 0, 0, 0, 0, 0, 1, 2, 8, 2],
    ],
    [
      'a file moved twice, the second time from where it no longer was, was called not done',
      [
        person.send('move', 'B', 0),
        person.wait(1),
        person.answerClash('keepBoth'),
        person.send('move', 'B', 0),
        world.fail({ mishap: 'lostBefore', on: 'reads' }),
      ],
      [0, 0, 0, 0, 0, 0, 0, 0, 1],
    ],
    [
      'a folder moved twice, the second time while the first move was under way, was called not done',
      [person.send('move', 'A', 0), person.transfer('move', 'A', 0), person.wait(1)],
      [0, 0, 1],
    ],
    [
      'a file that was deleted while another was to replace it came back out of the trash',
      [
        person.remove('A', 14),
        person.send('move', 'B', 0),
        person.answerClash('replace'),
        links.edit(0, null, undefined),
        person.settle(),
      ],
      [0, 0, 3, 8, 3],
    ],
    [
      'a file that was renamed while it was moved under another name lost its name on Cancel',
      [
        person.transfer('move', 'B', 0),
        person.restoreUnplanned(0),
        person.rename('B', 0, 'b.txt'),
        world.lock(0, false),
        person.retry(0),
        person.settle(),
        person.answerClash('keepBoth'),
        person.settle(),
        person.answerLock('unlock'),
        person.settle(),
        person.answerLock('cancel'),
      ],
      [],
    ],
    [
      'a folder to rename copies in stayed when the folder that it was in got another name',
      [
        person.rename('A', 0, 'b.txt'),
        person.send('copy', 'B', 0),
        person.answerClash('keepBoth'),
        person.rename('home', 0, 'b.txt'),
        person.emptyTrash(),
      ],
      [0, 0, 0, 0, 7],
    ],
    [
      'a file that came back because nothing replaced it was still shown in the trash',
      [
        person.restoreUnplanned(8),
        person.transfer('move', 'A', 0),
        person.recover('replace', 0),
        person.emptyTrash(),
        person.retry(0),
      ],
      [],
    ],
    [
      'a file that was tried again twice got the name on the page that it has not',
      [
        person.transfer('move', 'B', 0),
        person.emptyTrash(),
        person.rename('A', 0, 'b.txt'),
        person.retry(0),
        person.restoreUnplanned(0),
        person.retry(0),
      ],
      [],
    ],
    [
      'a message about a restore that had begun to wait for a lock was about no job',
      [
        person.restore(19),
        world.lock(0, false),
        person.settle(),
        person.answerLock('wait'),
        world.elsewhere('putAway', 0),
      ],
    ],
    [
      'a move that was stopped while nobody could be asked about it was called not done',
      [person.transfer('move', 'A', 0), person.stop(true), world.stopService('lostBefore')],
      [],
    ],
    [
      'a file whose deletion was stopped while the trash was emptied was still shown',
      [person.remove('A', 0), person.emptyTrash(), person.stop(true), links.delete(0)],
      [0, 0, 7],
    ],
    [
      'what was back or gone when its deletion was undone was not counted, through an outage',
      [
        person.remove('A', 7),
        person.settle(),
        world.elsewhere('putAway', 0),
        world.elsewhere('destroy', 1),
        world.stopService('html502'),
        person.undo(0),
        person.wait(3),
        world.startService(),
        person.settle(),
      ],
    ],
    [
      'what is restored to a folder where its name is taken was sent before the question',
      [
        person.restoreTo('B', 30),
        person.settle(),
        person.answerPlan('all'),
        world.elsewhere('takeName', 2),
        person.settle(),
        person.undo(0),
      ],
    ],
    [
      'a folder that a restore had created stayed after Undo when the answer was lost',
      [
        world.fail({ mishap: 'lostAfter', on: 'writes' }),
        restoreAndUndo({ mask: 28, taken: 0, replaced: 0, plan: 'all' }),
      ],
      [],
    ],
  ]
  for (const [title, steps, choices = [0, 0, 3]] of kept) model.testKept(title, steps, choices)
})
