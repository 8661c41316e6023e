import fc from 'fast-check'
import { deeds } from '../account.ts'
import type { Folder, Place } from '../choices.ts'
import { type Fault, mishaps, outages } from '../wire.ts'
import { remedies } from './job-steps.ts'
import { links } from './link-steps.ts'
import { type ClashAnswer, type LockAnswer, person } from './person-steps.ts'
import type { Step } from './step.ts'
import { restoreAndUndo } from './take-back-steps.ts'
import { viewSteps as views } from './view-steps.ts'
import { world } from './world-steps.ts'

const mask = fc.nat({ max: 31 })
const index = fc.nat({ max: 11 })
const folder = fc.constantFrom<Folder>('A', 'A', 'B', 'home')
const answers: fc.Arbitrary<Step>[] = [
  fc
    .constantFrom<'all' | 'plain' | 'cancel'>('all', 'all', 'plain', 'cancel')
    .map(person.answerPlan),
  fc
    .constantFrom<ClashAnswer>('keepBoth', 'newer', 'replace', 'replace', 'skip', 'cancel')
    .map(person.answerClash),
  fc.boolean().map(person.answerFolderGone),
  fc
    .constantFrom<LockAnswer>('unlock', 'unlockThese', 'retry', 'skip', 'wait', 'cancel')
    .map(person.answerLock),
  fc.constantFrom<'now' | 'cancel' | 'show'>('now', 'cancel', 'show').map(person.wake),
  index.map(person.retry),
  fc.tuple(fc.constantFrom(...remedies), index).map(([remedy, at]) => person.recover(remedy, at)),
  fc.boolean().map(person.resume),
  fc.integer({ min: 1, max: 6 }).map(person.wait),
]
const persons: fc.Arbitrary<Step>[] = [
  fc.constantFrom<Place | 'none'>('A', 'trash', 'none').map(person.enter),
  fc.constant(person.refresh()),
  fc.tuple(folder, mask).map(([place, some]) => person.remove(place, some)),
  mask.map(person.restore),
  mask.map(person.restore),
  fc.tuple(fc.constantFrom('A', 'B'), mask).map(([to, some]) => person.restoreTo(to, some)),
  mask.map(person.restoreUnplanned),
  mask.map(person.destroy),
  fc
    .tuple(fc.constantFrom('move', 'copy'), fc.constantFrom('A', 'B'), mask)
    .map(([kind, from, some]) => person.transfer(kind, from, some)),
  fc
    .tuple(fc.constantFrom('move', 'copy'), fc.constantFrom('A', 'B'), mask)
    .map(([kind, from, some]) => person.send(kind, from, some)),
  fc
    .tuple(folder, mask, fc.constantFrom('b.txt', 'new.txt', 'd.txt'))
    .map(([place, some, to]) => person.rename(place, some, to)),
  index.map(person.undo),
  index.map(person.undo),
  fc.boolean().map(person.stop),
  fc.constant(person.reload()),
  fc.nat({ max: 24 }).map(person.reloadAfter),
  fc
    .record({
      mask,
      taken: mask,
      replaced: mask,
      plan: fc.constantFrom('all', 'plain'),
      reloadAt: fc.option(fc.nat({ max: 24 }), { nil: undefined }),
      undoReloadAt: fc.option(fc.nat({ max: 24 }), { nil: undefined }),
    })
    .map(restoreAndUndo),
  fc.constant(person.signOut()),
  fc.constant(person.emptyTrash()),
]
const linkSteps: fc.Arbitrary<Step>[] = [
  mask.map(links.delete),
  fc.constant(links.cleanUp()),
  index.map(links.undoDeletion),
  index.map(links.undoDeletion),
  fc.constant(links.passTime()),
  fc
    .tuple(mask, fc.constantFrom(null, 3, 40), fc.constantFrom(undefined, 5))
    .map(([some, days, remaining]) => links.edit(some, days, remaining)),
  fc
    .tuple(fc.constantFrom('A', 'B'), fc.constantFrom('grid', 'list', 'gallery'))
    .map(([place, view]) => links.saveView(place, view)),
  index.map(links.undoMessage),
  fc.tuple(fc.constantFrom('delete', 'edit'), index).map(([deed, at]) => links.elsewhere(deed, at)),
]
const layout = fc.constantFrom<'grid' | 'list' | 'gallery'>('grid', 'list', 'gallery')
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined })
const change = fc.record(
  { view: layout, thumbnail: fc.boolean(), page_size: fc.constantFrom(50, 100, 200) },
  { requiredKeys: [] },
)
const folderWithView = fc.constantFrom<'A' | 'B'>('A', 'B')
const viewSteps: fc.Arbitrary<Step>[] = [
  fc.tuple(mask, fc.option(layout)).map(([some, view]) => views.copy(some, view)),
  fc
    .record({
      mask,
      layout: fc.option(layout),
      reloadAt: optional(fc.nat({ max: 12 })),
      undoReloadAt: optional(fc.nat({ max: 12 })),
    })
    .map(views.copyAndUndo),
  fc.tuple(folderWithView, layout).map(([place, view]) => views.elsewhere(place, view)),
  fc
    .tuple(folderWithView, change, change)
    .map(([place, mine, theirs]) => views.saveOver(place, mine, theirs)),
]
const worlds: fc.Arbitrary<Step>[] = [
  fc.constant(world.lockSelected()),
  fc.tuple(index, fc.boolean()).map(([at, byViewer]) => world.lock(at, byViewer)),
  fc.tuple(index, fc.nat({ max: 6 })).map(([at, times]) => world.holdOn(at, times)),
  fc.constant(world.unlock()),
  fc.tuple(fc.constantFrom(...deeds), index).map(([deed, at]) => world.elsewhere(deed, at)),
  fc
    .record<Fault>({ mishap: fc.constantFrom(...mishaps), on: fc.constantFrom('reads', 'writes') })
    .map(world.fail),
  fc.constantFrom(...outages).map(world.stopService),
  fc.constant(world.startService()),
  fc.constant(world.startService()),
]

/** Most answers can be given only when something is asked, and are left out otherwise: so there are many of them. */
export const anyStep: fc.Arbitrary<Step>[] = [
  ...persons,
  ...worlds,
  ...linkSteps,
  ...viewSteps,
  ...[answers, answers, answers, answers].flat(),
  fc.constant(person.settle()),
  fc.constant(person.settle()),
]
