import { afterAll, beforeAll, describe } from 'vitest'
import { model } from './model/operations-model.ts'
import { closeSharedService } from './model/session.ts'
import { links } from './model/steps/link-steps.ts'
import { person } from './model/steps/person-steps.ts'
import type { Step } from './model/steps/step.ts'
import { viewSteps as views } from './model/steps/view-steps.ts'
import { world } from './model/steps/world-steps.ts'

/* Sequences that the model of `model.test.tsx` has found, in which a page is left while something is under way. */

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

afterAll(closeSharedService)

describe('F2 it was found that', () => {
  // `selects` chooses among requests that wait at the same time, as the order of a sequence that failed does.
  const kept: [title: string, steps: Step[], choices?: number[]][] = [
    [
      'what was renamed while somebody signed out was told to whoever came next',
      [person.rename('A', 0, 'new.txt'), person.signOut()],
      [],
    ],
    [
      'what a restore was to ask somebody who signed out was asked whoever came next',
      [person.restore(9), person.signOut()],
      [],
    ],
    [
      'a folder to rename restored items in stayed when the rest of an interrupted restore was dismissed',
      [
        person.restore(15),
        person.wait(3),
        person.answerPlan('all'),
        person.destroy(16),
        person.wait(6),
        person.reload(),
        person.resume(false),
      ],
    ],
    [
      'a trash that could not be emptied was told to whoever signed in next',
      [world.fail({ mishap: 'lostBefore', on: 'writes' }), person.emptyTrash(), person.signOut()],
      [0, 0, 0, 3],
    ],
    [
      'a folder to rename restored items in stayed when somebody signed out meanwhile',
      [
        person.restore(15),
        person.wait(3),
        person.answerPlan('all'),
        person.wait(4),
        person.signOut(),
      ],
    ],
    [
      'a saved view that was being taken back was told to whoever signed in next',
      [links.saveView('A', 'grid'), person.settle(), links.undoMessage(0), person.signOut()],
      [],
    ],
    [
      'a move that began while somebody signed out was told to whoever came next',
      [
        person.send('move', 'A', 0),
        world.fail({ mishap: 'lostBefore', on: 'reads' }),
        person.signOut(),
      ],
      [0, 0, 0, 3],
    ],
    [
      'a move that nobody could plan any more began after somebody had signed out',
      [
        person.send('move', 'A', 0),
        world.fail({ mishap: 'lostBefore', on: 'reads' }),
        person.signOut(),
      ],
      [],
    ],
    [
      'what a move had done before a reload was called wrong once its folder was deleted',
      [
        world.lockSelected(),
        person.transfer('move', 'A', 21),
        person.settle(),
        person.reload(),
        person.remove('home', 6),
        person.wait(1),
      ],
      [],
    ],
    [
      'a folder to rename restored items in stayed when somebody signed out who was asked whether to go on',
      [
        person.restore(8),
        person.settle(),
        person.answerPlan('all'),
        person.reloadAfter(5),
        person.signOut(),
        person.rename('A', 0, 'b.txt'),
      ],
      [],
    ],
    [
      'a folder that was to rename items in stayed then, too, when nothing was in it yet',
      [
        person.restoreTo('A', 8),
        person.remove('A', 0),
        person.answerPlan('all'),
        person.reloadAfter(2),
        person.signOut(),
      ],
      [0, 0, 0, 3, 7],
    ],
    [
      'a folder that was to rename items in stayed when it was not known yet what a reload had interrupted',
      [
        links.cleanUp(),
        person.restoreTo('A', 8),
        person.remove('A', 0),
        person.answerPlan('all'),
        person.reloadAfter(3),
        person.signOut(),
      ],
      [],
    ],
    [
      'a folder that was to rename items in stayed when somebody signed out who had just dismissed the rest',
      [
        person.restoreTo('A', 8),
        person.remove('A', 0),
        person.answerPlan('all'),
        person.reloadAfter(3),
        person.resume(false),
        person.signOut(),
      ],
      [0, 0, 0, 1, 3, 7, 0, 7],
    ],
    [
      'a folder to rename in stayed in another one when what was just dismissed was dismissed again by a sign-out',
      [
        person.restoreTo('A', 8),
        person.remove('A', 0),
        person.answerPlan('all'),
        person.reloadAfter(4),
        person.resume(false),
        person.signOut(),
      ],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 7],
    ],
    [
      'what was to be deleted for good stayed written down when its job began while somebody signed out',
      [
        views.copy(0, null),
        person.transfer('copy', 'A', 0),
        person.remove('A', 10),
        links.cleanUp(),
        person.reloadAfter(3),
        views.copy(0, null),
        person.transfer('move', 'A', 23),
        person.emptyTrash(),
        person.remove('home', 0),
        person.wait(6),
        person.signOut(),
      ],
      [0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 11],
    ],
  ]
  for (const [title, steps, choices = [0, 0, 3]] of kept) model.testKept(title, steps, choices)
})
