import { afterAll, beforeAll, describe } from 'vitest'
import { model } from './model/operations-model.ts'
import { closeSharedService } from './model/session.ts'
import { links } from './model/steps/link-steps.ts'
import { person } from './model/steps/person-steps.ts'
import type { Step } from './model/steps/step.ts'
import { viewSteps as views } from './model/steps/view-steps.ts'
import { world } from './model/steps/world-steps.ts'

/* Sequences of `model.test.tsx` that failed since the model expected what is not so. */

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

afterAll(closeSharedService)

describe('F2 it was found of the model that', () => {
  const kept: [title: string, steps: Step[], choices?: number[]][] = [
    [
      'time stood still for what waited for a lock and met one that lasts as long as a request',
      [
        person.emptyTrash(),
        world.holdOn(0, 0),
        person.wait(5),
        world.unlock(),
        world.lock(0, false),
        person.answerLock('wait'),
        links.cleanUp(),
      ],
      [],
    ],
    [
      'the model took a file for deleted that was not, and only made room for another later',
      [
        person.remove('B', 0),
        world.lock(0, false),
        person.send('move', 'A', 0),
        person.send('move', 'A', 14),
        links.passTime(),
      ],
      [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 7],
    ],
    [
      'a copy that a person made of a folder in which items are renamed was expected to go with it',
      [
        person.send('copy', 'B', 0),
        links.cleanUp(),
        person.answerClash('keepBoth'),
        links.delete(0),
        person.send('copy', 'A', 18),
        world.fail({ mishap: 'lostBefore', on: 'writes' }),
        person.settle(),
      ],
      [0, 0, 0, 3],
    ],
    [
      'a mark was expected on a file that a locked folder had stopped, after the folder was unlocked for another job',
      [
        person.transfer('move', 'A', 0),
        world.holdOn(5, 0),
        world.fail({ mishap: 'lostBefore', on: 'writes' }),
        person.restoreUnplanned(22),
        world.stopService('lostBefore'),
      ],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
    ],
    [
      'a mark was expected, too, when the lock that was to be released there was gone already',
      [world.holdOn(6, 0), person.send('move', 'A', 0), person.restoreTo('B', 0)],
      [0, 0, 0, 0, 0, 0, 0, 3, 8, 8, 2],
    ],
    [
      'a mark was expected after another job had found that the lock was gone',
      [
        world.fail({ mishap: 'lostBefore', on: 'writes' }),
        person.restoreUnplanned(17),
        person.remove('home', 0),
        world.lock(0, false),
        links.saveView('B', 'grid'),
        person.wait(2),
        person.restoreUnplanned(0),
      ],
      [0, 0, 7, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 9, 0, 5],
    ],
    [
      'the trash was expected to be as it was after nobody could tell whether it had been emptied',
      [
        person.emptyTrash(),
        world.fail({ mishap: 'lostAfter', on: 'writes' }),
        person.send('move', 'A', 0),
        world.elsewhere('putAway', 0),
        views.elsewhere('A', 'grid'),
      ],
      [0, 0, 0, 9],
    ],
    [
      'somebody else was expected to have saved the view of a folder that was locked',
      [
        views.copyAndUndo({ mask: 2, layout: 'gallery', reloadAt: 3 }),
        world.lock(1, false),
        views.saveOver('B', {}, { view: 'grid' }),
      ],
    ],
    [
      'a view that was saved before a copy to the folder was resumed was expected to be the copied one',
      [views.copy(7, null), person.reloadAfter(3), links.saveView('B', 'grid')],
      [0, 0, 1],
    ],
    [
      'a file that an earlier restore had taken elsewhere was expected back in the trash when a lock stopped another',
      [person.restoreTo('A', 16), person.restoreTo('B', 17), world.holdOn(6, 0), person.enter('A')],
      [0, 0, 0, 2, 0, 0, 0, 2],
    ],
    [
      'a folder to rename copies in was expected to go that came out of the trash with the one around it',
      [
        person.send('copy', 'B', 0),
        person.wait(1),
        person.answerClash('keepBoth'),
        person.remove('home', 0),
        person.wait(1),
        person.undo(0),
      ],
      [0, 0, 0, 0, 3, 9, 3, 3, 0, 3],
    ],
    [
      'a mark was expected after the save of a view had found that the lock was gone',
      [
        world.lock(6, false),
        person.transfer('move', 'A', 3),
        links.saveView('B', 'grid'),
        person.destroy(0),
      ],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 11, 8, 0, 2, 4],
    ],
    [
      'no mark was expected on a locked file that was copied, though a move that it was in the way of had met its lock',
      [
        person.send('copy', 'B', 0),
        person.wait(1),
        world.lock(0, false),
        person.answerClash('keepBoth'),
        person.transfer('move', 'A', 2),
        person.settle(),
      ],
    ],
    [
      'a folder in which a restore renames was expected under the name that it had been given before it was deleted',
      [
        person.restore(13),
        person.wait(3),
        person.answerPlan('all'),
        person.wait(3),
        person.rename('home', 24, 'b.txt'),
      ],
    ],
  ]
  for (const [title, steps, choices = []] of kept) model.testKept(title, steps, choices)
})
