import fc from 'fast-check'
import type { Folder } from '../choices.ts'
import type { ClashAnswer, LockAnswer } from '../steps/person-steps.ts'
import type { Step } from '../steps/step.ts'
import { type Fault, mishaps, type Outage, outages } from '../wire.ts'
import type { TabModules, TwoTabs } from './two-tabs.ts'

/* What is done in one of two tabs. A step is made of the modules of the tab in which it is taken. */

type MakeStep = (modules: TabModules) => Step

/** `make` is called once the tabs are there. */
export const inTab = (at: 0 | 1, name: string, make: MakeStep): Step<TwoTabs> => {
  const stepOf = ({ modules }: TwoTabs): Step => {
    const own = modules[at]
    if (!own) throw new Error('There is no such tab.')
    return make(own)
  }
  return {
    name: `inTab(${at}, ${name})`,
    isPossible: (both) => {
      const tab = both.tabs[at]
      return tab !== undefined && stepOf(both).isPossible(tab)
    },
    run: async (both) => {
      const tab = both.tabs[at]
      if (tab) await stepOf(both).run(tab)
    },
  }
}

/** The network is away for both tabs. */
export const stopService = (outage: Outage): Step<TwoTabs> => ({
  name: `stopService('${outage}')`,
  isPossible: ({ tabs }) => !tabs.some(({ wire }) => wire.outage),
  run: (both) => both.setOutage(outage),
})

export const startService = (): Step<TwoTabs> => ({
  name: 'startService()',
  isPossible: ({ tabs }) => tabs.some(({ wire }) => wire.outage),
  run: (both) => both.setOutage(undefined),
})

type Named = { readonly name: string; readonly make: MakeStep }
/** The same step of either tab; its source is its name. */
const named = (make: MakeStep, ...values: readonly unknown[]): Named => ({
  name: `${String(make)} of ${JSON.stringify(values)}`,
  make,
})

const mask = fc.nat({ max: 31 })
const index = fc.nat({ max: 11 })
const folder = fc.constantFrom<Folder>('A', 'A', 'B')
const steps: fc.Arbitrary<Named>[] = [
  mask.map((some) => named(({ person }) => person.restore(some), some)),
  mask.map((some) => named(({ person }) => person.restore(some), some)),
  fc
    .tuple(fc.constantFrom('A', 'B'), mask)
    .map(([to, some]) => named(({ person }) => person.restoreTo(to, some), to, some)),
  mask.map((some) => named(({ person }) => person.destroy(some), some)),
  fc
    .tuple(folder, mask)
    .map(([from, some]) => named(({ person }) => person.remove(from, some), from, some)),
  fc
    .tuple(fc.constantFrom('move', 'copy'), fc.constantFrom('A', 'B'), mask)
    .map(([kind, from, some]) =>
      named(({ person }) => person.send(kind, from, some), kind, from, some),
    ),
  fc
    .tuple(folder, mask, fc.constantFrom('b.txt', 'new.txt'))
    .map(([from, some, name]) =>
      named(({ person }) => person.rename(from, some, name), from, some, name),
    ),
  index.map((at) => named(({ person }) => person.undo(at), at)),
  index.map((at) => named(({ person }) => person.undo(at), at)),
  index.map((at) => named(({ person }) => person.retry(at), at)),
  fc.constant(named(({ person }) => person.reload())),
  fc.nat({ max: 24 }).map((count) => named(({ person }) => person.reloadAfter(count), count)),
  fc.nat({ max: 24 }).map((count) => named(({ person }) => person.reloadAfter(count), count)),
  fc.constant(named(({ person }) => person.enter('trash'))),
  fc.constant(named(({ person }) => person.enter('A'))),
]
const linkSteps: fc.Arbitrary<Named>[] = [
  mask.map((some) => named(({ links }) => links.delete(some), some)),
  mask.map((some) => named(({ links }) => links.delete(some), some)),
  fc.constant(named(({ links }) => links.cleanUp())),
  index.map((at) => named(({ links }) => links.undoDeletion(at), at)),
  fc.constant(named(({ links }) => links.passTime())),
  fc
    .tuple(mask, fc.constantFrom(null, 3, 40), fc.constantFrom(undefined, 5))
    .map(([some, days, remaining]) =>
      named(({ links }) => links.edit(some, days, remaining), some, days, remaining),
    ),
]
const answers: fc.Arbitrary<Named>[] = [
  fc
    .constantFrom<'all' | 'plain' | 'cancel'>('all', 'all', 'plain', 'cancel')
    .map((answer) => named(({ person }) => person.answerPlan(answer), answer)),
  fc
    .constantFrom<ClashAnswer>('keepBoth', 'replace', 'skip', 'cancel')
    .map((answer) => named(({ person }) => person.answerClash(answer), answer)),
  fc
    .constantFrom<LockAnswer>('unlock', 'unlockThese', 'retry', 'skip', 'wait', 'cancel')
    .map((answer) => named(({ person }) => person.answerLock(answer), answer)),
  fc.constant(named(({ person }) => person.wake('now'))),
  fc.boolean().map((goesOn) => named(({ person }) => person.answerFolderGone(goesOn), goesOn)),
  fc.constant(named(({ person }) => person.resume(true))),
  fc.constant(named(({ person }) => person.resume(true))),
  fc.constant(named(({ person }) => person.resume(false))),
  fc.integer({ min: 1, max: 6 }).map((count) => named(({ person }) => person.wait(count), count)),
  fc.constant(named(({ person }) => person.settle())),
]
const worlds: fc.Arbitrary<Named>[] = [
  fc
    .tuple(index, fc.nat({ max: 4 }))
    .map(([at, times]) => named(({ world }) => world.holdOn(at, times), at, times)),
  fc.constant(named(({ world }) => world.unlock())),
  fc
    .record<Fault>({ mishap: fc.constantFrom(...mishaps), on: fc.constantFrom('reads', 'writes') })
    .map((fault) => named(({ world }) => world.fail(fault), fault)),
]

export const anyTabStep: fc.Arbitrary<Step<TwoTabs>>[] = [
  ...[...steps, ...linkSteps, ...worlds, ...[answers, answers, answers].flat()].map((some) =>
    fc
      .tuple(fc.constantFrom<0 | 1>(0, 1), some)
      .map(([at, { name, make }]) => inTab(at, name, make)),
  ),
  fc.constantFrom(...outages).map(stopService),
  fc.constant(startService()),
  fc.constant(startService()),
]
