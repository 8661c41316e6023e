import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe } from 'vitest'
import { defineModel } from './model/define-model.ts'
import { closeSharedService } from './model/session.ts'
import type { Step } from './model/steps/step.ts'
import { anyTabStep, inTab, startService, stopService } from './model/tabs/any-tab-step.ts'
import { loadTabs, type TabModules, TwoTabs } from './model/tabs/two-tabs.ts'

/*
 * The model of `model.test.tsx` with two tabs on one service and one IndexedDB: what one of them does, the other meets
 * as the deed of somebody else, and a job that a reload interrupts is carried on by one of them only.
 */

const count = Number(process.env['TABS_MODEL_RUNS'] ?? 10)
const seed = Number(process.env['MODEL_SEED'] ?? 20_260_601)

let modules: readonly TabModules[] = []

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  modules = await loadTabs()
}, 120_000)

afterAll(closeSharedService)

const model = defineModel<TwoTabs>({
  name: 'model of two tabs',
  anyStep: anyTabStep,
  maxSteps: 28,
  open: (choices) => TwoTabs.open(modules, choices),
  check: (both) => both.check(),
  end: (both) => both.end(),
})

describe('F2 in two tabs, in whatever order things happen', () => {
  model.testAny('both pages say what is so', { count, seed, maxMs: 4_000 })

  const kept: [title: string, steps: Step<TwoTabs>[], choices?: number[]][] = [
    [
      'a restore that a reload interrupts is carried on once when both tabs are asked to',
      [
        inTab(0, 'restore', ({ person }) => person.restore(31)),
        inTab(0, 'settle', ({ person }) => person.settle()),
        inTab(0, 'answer', ({ person }) => person.answerPlan('all')),
        inTab(0, 'reload', ({ person }) => person.reloadAfter(4)),
        inTab(1, 'reload', ({ person }) => person.reload()),
        inTab(0, 'resume', ({ person }) => person.resume(true)),
        inTab(1, 'resume', ({ person }) => person.resume(true)),
      ],
    ],
    [
      'what one tab restores and the other deletes for good ends in one way',
      [
        inTab(0, 'restore', ({ person }) => person.restore(31)),
        inTab(1, 'destroy', ({ person }) => person.destroy(31)),
        inTab(0, 'answer', ({ person }) => person.answerPlan('all')),
      ],
    ],
    [
      'what the other tab restores and deletes for good while a plan is open ends in one way',
      [
        inTab(0, 'restore', ({ person }) => person.restore(31)),
        inTab(0, 'settle', ({ person }) => person.settle()),
        inTab(1, 'restore', ({ person }) => person.restoreUnplanned(2)),
        inTab(1, 'destroy', ({ person }) => person.destroy(4)),
        inTab(1, 'settle', ({ person }) => person.settle()),
        inTab(0, 'answer', ({ person }) => person.answerPlan('all')),
      ],
    ],
    [
      'a deletion of which the other tab restores one item and deletes another for good is undone in an outage',
      [
        inTab(0, 'remove', ({ person }) => person.remove('A', 7)),
        inTab(0, 'settle', ({ person }) => person.settle()),
        inTab(1, 'restore', ({ person }) => person.restoreUnplanned(1)),
        inTab(1, 'settle', ({ person }) => person.settle()),
        inTab(1, 'destroy', ({ person }) => person.destroy(1)),
        inTab(1, 'settle', ({ person }) => person.settle()),
        inTab(0, 'fail', ({ world }) => world.fail({ mishap: 'lostAfter', on: 'writes' })),
        inTab(0, 'undo', ({ person }) => person.undo(0)),
        inTab(0, 'reload', ({ person }) => person.reloadAfter(4)),
        inTab(0, 'resume', ({ person }) => person.resume(true)),
      ],
    ],
    [
      'a file that took the place of another one in one tab is what the other tab moves from there',
      [
        inTab(0, 'move', ({ person }) => person.send('move', 'B', 0)),
        inTab(1, 'move', ({ person }) => person.send('move', 'A', 2)),
        inTab(0, 'wait', ({ person }) => person.wait(1)),
      ],
      [5],
    ],
    [
      'the progress of an Undo was shown after the page had ended what it took back',
      [
        inTab(1, 'restore', ({ person }) => person.restore(0)),
        inTab(0, 'settle', ({ person }) => person.settle()),
        inTab(1, 'undo', ({ person }) => person.undo(0)),
        inTab(1, 'reload', ({ person }) => person.reload()),
      ],
    ],
    [
      'a file that one tab keeps under another name is not what the other one moves in place of a file',
      [
        inTab(0, 'move', ({ person }) => person.send('move', 'A', 6)),
        inTab(1, 'move', ({ person }) => person.send('move', 'A', 2)),
        inTab(0, 'answer', ({ person }) => person.answerClash('keepBoth')),
      ],
      [5],
    ],
    [
      'a rename to the name that the other tab has given the folder was called not done',
      [
        inTab(1, 'enter', ({ person }) => person.enter('A')),
        inTab(0, 'rename', ({ person }) => person.rename('A', 0, 'new.txt')),
        inTab(0, 'delete', ({ links }) => links.delete(0)),
        inTab(1, 'rename', ({ person }) => person.rename('A', 0, 'new.txt')),
        inTab(0, 'settle', ({ person }) => person.settle()),
      ],
      [0, 1],
    ],
    [
      'links that both tabs delete, one of them through an outage, are gone in both',
      [
        inTab(0, 'delete', ({ links }) => links.delete(7)),
        inTab(1, 'edit', ({ links }) => links.edit(14, 3, 5)),
        stopService('html502'),
        inTab(0, 'wait', ({ links }) => links.passTime()),
        inTab(1, 'delete', ({ links }) => links.delete(3)),
        startService(),
        inTab(0, 'reload', ({ person }) => person.reloadAfter(3)),
        inTab(0, 'resume', ({ person }) => person.resume(true)),
      ],
    ],
  ]
  for (const [title, steps, choices = []] of kept) model.testKept(title, steps, choices)
})
