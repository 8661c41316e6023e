import { describe } from 'vitest'
import { deeds } from './app-model/app-deeds.ts'
import { type AppStep, person } from './app-model/app-steps.ts'
import { appModel } from './app-model/drawn-app-model.ts'
import { world } from './model/steps/world-steps.ts'

/*
 * The whole app in random sequences, as `model.test.tsx` does it for operations and lists: a person presses what is on
 * the screen and enabled. What a sequence has found is kept below.
 */

const count = Number(process.env['APP_MODEL_RUNS'] ?? 8)
const seed = Number(process.env['MODEL_SEED'] ?? 20_260_601)

describe('F2 whatever a person presses, and whatever happens meanwhile', () => {
  appModel.testAny('the screen says what is so', { count, seed, maxMs: 10_000 })
})

describe('F2 it was found that', () => {
  // `selects` chooses among requests that wait at the same time, as the order of a sequence that failed does.
  const kept: [title: string, steps: AppStep[], choices?: number[]][] = [
    [
      'how far a trash is emptied was called endless when it asked about a lock in the end',
      [
        world.stopService('lostBefore'),
        deeds.emptyTrash(),
        deeds.carry('cut', 'A', 0),
        deeds.restore(1),
        world.lock(1, false),
        person.wait(2),
        deeds.showView('A', 0),
      ],
      [],
    ],
    [
      'Delete permanently did nothing while a plan for a restore was made',
      [deeds.restore(10), deeds.destroy(2)],
    ],
    [
      'a row took the focus behind a dialog, as it does not in a browser',
      [deeds.carry('cut', 'A', 0), deeds.restore(9), deeds.remove('B', 0)],
    ],
    [
      'a preview of a view had boxes to select rows with, which do nothing',
      [
        person.pressNamed(/^Files$/),
        person.settle(),
        person.pressNamed(/^View$/),
        person.pressNamed(/settings/i),
        person.settle(),
        person.tick(1),
      ],
    ],
    [
      'Details of a link did nothing when they were open',
      [
        person.pressNamed(/^Shares$/),
        person.settle(),
        person.openRow(0),
        person.settle(),
        person.pressNamed(/^Details/),
      ],
    ],
    [
      'a view that was being saved at a sign-out was called not saved to whoever came next',
      [deeds.showView('A', 0), person.signOut()],
    ],
    [
      'a deletion of links that was stopped on its way reached the service after it had been looked up',
      [
        deeds.deleteLinks(1),
        person.pressNamed(/^Delete now/),
        person.pressNamed(/^Stop/),
        deeds.deleteLinks(0),
      ],
      [0, 0, 0, 0, 0, 0, 7],
    ],
    [
      'a form that opened in the moment in which a question did lay over it',
      [deeds.restore(8), deeds.extendLinks(1), person.settle()],
      [0, 0, 0, 0, 0, 9],
    ],
    [
      'Rename did nothing while the item was being renamed',
      [
        deeds.rename('B', 0, 'b.txt'),
        person.pressNamed(/^Select all/),
        person.pressNamed(/^Rename/),
      ],
    ],
    [
      'what has just been copied was expected to look otherwise when it is copied again',
      [
        world.stopService('lostBefore'),
        deeds.carry('cut', 'A', 0),
        person.press('page', 17),
        person.press('page', 5),
      ],
      [],
    ],
    [
      'a mark of a lock was expected in a list that had been read anew since the job had ended',
      [
        world.lock(0, true),
        deeds.destroy(9),
        person.tick(7),
        deeds.carry('cut', 'A', 0),
        person.press('dialog', 0),
        deeds.restore(0),
      ],
      [],
    ],
  ]
  for (const [title, steps, choices = []] of kept) appModel.testKept(title, steps, choices)
})
