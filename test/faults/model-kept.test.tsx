import { afterAll, beforeAll, describe } from 'vitest'
import { model } from './model/operations-model.ts'
import { closeSharedService } from './model/session.ts'
import { links } from './model/steps/link-steps.ts'
import { person } from './model/steps/person-steps.ts'
import type { Step } from './model/steps/step.ts'
import { viewSteps as views } from './model/steps/view-steps.ts'
import { world } from './model/steps/world-steps.ts'

/* Further sequences that `model.test.tsx` has found, which failed once. */

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

afterAll(closeSharedService)

describe('F2 it was found, too, that', () => {
  const kept: [title: string, steps: Step[], choices?: number[]][] = [
    [
      'what is copied while the rest of it waits for a lock was missing where it is now',
      [
        person.transfer('copy', 'A', 14),
        person.send('move', 'B', 0),
        world.lock(0, false),
        person.settle(),
      ],
      [],
    ],
    [
      'a file that a restore had brought home under another name when it was stopped was called not done',
      [
        person.restore(9),
        person.wait(2),
        person.answerPlan('all'),
        person.wait(5),
        person.stop(true),
        person.wait(1),
      ],
    ],
    [
      'a file whose restore was stopped was still shown in the trash after Undo had deleted it with its folder',
      [
        person.restoreUnplanned(0),
        person.restore(18),
        person.wait(3),
        person.undo(0),
        person.stop(true),
      ],
      [0, 0, 0, 0, 0, 0, 1],
    ],
    [
      'a file that was renamed to keep both was shown under its old name while its move waits for a lock',
      [
        world.lock(5, false),
        person.send('move', 'A', 0),
        person.send('move', 'B', 0),
        person.answerClash('keepBoth'),
        person.settle(),
      ],
      [],
    ],
    [
      'the folder to rename copies in was shown where it had been moved to, after the copy had deleted it',
      [
        person.transfer('move', 'B', 0),
        person.send('copy', 'B', 0),
        person.wait(2),
        person.answerClash('keepBoth'),
        person.transfer('move', 'A', 2),
        person.stop(true),
      ],
      [0, 0, 0, 0, 0, 1],
    ],
    [
      'a file whose move was stopped was called not moved when the folder that it went to got another name then',
      [
        person.remove('A', 6),
        person.rename('home', 0, 'b.txt'),
        person.send('move', 'B', 0),
        person.stop(true),
        person.remove('A', 0),
      ],
      [0, 0, 0, 0, 7],
    ],
    [
      'a file whose move to a folder of unknown id was stopped was still shown where it had been',
      [
        person.remove('A', 6),
        person.rename('home', 0, 'b.txt'),
        person.transfer('move', 'B', 0),
        person.stop(true),
      ],
      [0, 0, 0, 0, 7],
    ],
    [
      'a file that made room for a move was missing from the trash when its folder was gone',
      [
        person.send('move', 'B', 0),
        person.destroy(0),
        person.wait(1),
        person.answerClash('replace'),
        person.rename('home', 0, 'b.txt'),
        person.restoreUnplanned(0),
      ],
      [],
    ],
    [
      'a file that made room for a move was missing there, too, when nobody answered',
      [
        person.send('move', 'B', 0),
        person.destroy(0),
        person.wait(1),
        person.answerClash('replace'),
        person.rename('home', 0, 'b.txt'),
        person.restoreUnplanned(0),
        person.wait(4),
        world.fail({ mishap: 'lostBefore', on: 'writes' }),
        person.settle(),
      ],
      [],
    ],
    [
      'a file that was back because nothing replaced it was shown in the trash as nobody had said so',
      [
        person.enter('trash'),
        person.settle(),
        person.send('move', 'B', 0),
        person.settle(),
        person.answerClash('replace'),
        person.wait(2),
        world.elsewhere('destroy', 7),
        person.enter('trash'),
        person.wait(2),
        world.fail({ mishap: 'lostAfter', on: 'writes' }),
        person.settle(),
      ],
      [],
    ],
    [
      'a file that another restore had brought back was called not restored when its own was stopped',
      [
        person.restore(7),
        person.restoreUnplanned(2),
        person.wait(4),
        person.stop(false),
        links.elsewhere('delete', 0),
      ],
      [0, 0, 7],
    ],
    [
      'a deletion that was stopped counted the item that emptying the trash had taken up',
      [person.destroy(0), person.stop(false), world.lock(0, false), person.emptyTrash()],
    ],
    [
      'the lock on a deleted file was named after the folder that was deleted for good with it, and so taken for another',
      [world.holdOn(1, 1), world.lockSelected(), person.destroy(7), links.saveView('A', 'grid')],
      [],
    ],
    [
      'a file that was renamed while its folder was read again stayed marked as shared when its link was gone',
      [links.delete(14), person.rename('B', 0, 'b.txt')],
      [0, 0, 0, 9],
    ],
    [
      'a file whose rename waited for a lock was marked as shared again when its link was gone',
      [links.cleanUp(), world.lockSelected(), person.rename('A', 28, 'new.txt'), person.settle()],
    ],
    [
      'a file whose link was deleted while it was moved was marked as shared where it is now',
      [links.cleanUp(), person.transfer('move', 'A', 4), person.transfer('move', 'B', 0)],
      [0, 0, 0, 3, 10, 1, 1],
    ],
    [
      'a file that a lock stopped lost its mark when another job met the same lock for the second time',
      [
        person.send('move', 'A', 0),
        person.send('move', 'B', 0),
        world.holdOn(5, 0),
        world.lock(0, false),
      ],
      [0, 0, 7, 0, 0, 0, 5, 0, 0, 10, 0, 0, 3, 9],
    ],
    [
      'a shared file that a restore had brought back was not marked as such while the rest waited for a lock',
      [person.remove('A', 10), world.lockSelected(), person.restore(3), person.settle()],
      [],
    ],
    [
      'a folder that another restore had brought home was called not restored when names were being kept beside others',
      [person.restore(0), person.restoreTo('B', 11), world.holdOn(6, 0), person.wait(1)],
      [],
    ],
    [
      'what a lock had stopped lost its mark when another job failed for another reason than that lock',
      [
        views.copy(0, null),
        person.send('move', 'A', 5),
        person.remove('A', 0),
        person.transfer('move', 'B', 0),
        world.holdOn(6, 0),
        views.elsewhere('A', 'grid'),
      ],
      [0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 11, 11, 0, 8],
    ],
    [
      'a shared file that was restored to a folder that was being read stayed unmarked there',
      [person.remove('A', 10), person.refresh(), person.restoreUnplanned(2), person.wait(1)],
      [0, 0, 0, 3, 7],
    ],
    [
      'a file was shown in two folders that was renamed where its move had brought it, before that was answered',
      [
        person.transfer('move', 'A', 0),
        world.fail({ mishap: 'lostAfter', on: 'writes' }),
        person.rename('B', 0, 'b.txt'),
        links.edit(0, null, undefined),
      ],
    ],
    [
      'an item that was deleted while the trash was emptied was still shown there',
      [person.emptyTrash(), person.remove('A', 0), links.cleanUp()],
      [0, 0, 0, 0, 1, 5],
    ],
    [
      'a folder to rename copies in stayed when a folder above it got another name between its lookup and its end',
      [
        person.send('copy', 'B', 0),
        person.transfer('move', 'A', 0),
        person.settle(),
        person.answerClash('keepBoth'),
        person.rename('home', 0, 'b.txt'),
        person.emptyTrash(),
      ],
      [0, 0, 0, 0, 0, 1, 1, 7, 9],
    ],
    [
      'a file that another restore had brought back before a reload was called not restored when its own went on',
      [
        world.lockSelected(),
        person.restoreUnplanned(18),
        person.restore(31),
        person.settle(),
        person.answerPlan('all'),
        person.answerLock('wait'),
        world.unlock(),
        person.remove('A', 0),
        person.reload(),
        links.saveView('A', 'grid'),
        links.passTime(),
      ],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3],
    ],
  ]
  for (const [title, steps, choices = []] of kept) model.testKept(title, steps, choices)
})
