import fc from 'fast-check'
import { deeds as deedsElsewhere } from '../model/account.ts'
import { world } from '../model/steps/world-steps.ts'
import { type Fault, mishaps, outages } from '../model/wire.ts'
import { deeds } from './app-deeds.ts'
import { type AppStep, person } from './app-steps.ts'

const index = fc.nat({ max: 23 })
const mask = fc.nat({ max: 15 })
const named = (...names: readonly RegExp[]) => fc.constantFrom(...names).map(person.pressNamed)

const persons: fc.Arbitrary<AppStep>[] = [
  mask.map(person.tick),
  mask.map(person.tick),
  index.map(person.openRow),
  named(/^Files$/, /^Shares$/, /^Trash/),
  named(/^Restore/, /^Delete/, /^Move/, /^Copy/, /^Rename/, /^Select all/, /^Empty trash/),
  named(
    /^Undo/,
    /^Retry/,
    /^Show|^Details|^What/,
    /^Keep both/,
    /^Skip/,
    /^Wait/,
    /^Unlock/,
    /^Stop/,
    /^Delete now/,
  ),
  fc.constantFrom('{Control>}z{/Control}', '{Escape}', '{Delete}', '{F2}', 'r').map(person.key),
  fc
    .tuple(index, fc.constantFrom('b.txt', 'new.txt', 'd.txt', '5'))
    .map(([at, text]) => person.type(at, text)),
  index.map((at) => person.press('page', at)),
  index.map((at) => person.press('list', at)),
  fc.constant(person.reload()),
  fc.constant(person.signOut()),
]
const folder = fc.constantFrom<'A' | 'B'>('A', 'A', 'B')
const wishes: fc.Arbitrary<AppStep>[] = [
  mask.map(deeds.restore),
  mask.map(deeds.restore),
  mask.map(deeds.restore),
  mask.map(deeds.destroy),
  fc.constant(deeds.emptyTrash()),
  fc.tuple(folder, mask).map(([from, some]) => deeds.remove(from, some)),
  fc.tuple(folder, mask).map(([from, some]) => deeds.remove(from, some)),
  fc
    .tuple(fc.constantFrom<'cut' | 'copy'>('cut', 'copy'), folder, mask)
    .map(([kind, from, some]) => deeds.carry(kind, from, some)),
  fc
    .tuple(folder, index, fc.constantFrom('b.txt', 'new.txt', 'd.txt'))
    .map(([from, at, name]) => deeds.rename(from, at, name)),
  mask.map(deeds.deleteLinks),
  mask.map(deeds.extendLinks),
  fc.tuple(folder, index).map(([from, at]) => deeds.showView(from, at)),
]
const answers: fc.Arbitrary<AppStep>[] = [
  index.map((at) => person.press('dialog', at)),
  index.map((at) => person.press('dialog', at)),
  index.map((at) => person.press('menu', at)),
  index.map((at) => person.press('notice', at)),
  fc.integer({ min: 1, max: 6 }).map(person.wait),
  fc.constant(person.settle()),
  fc.constant(person.settle()),
]
const worlds: fc.Arbitrary<AppStep>[] = [
  fc.tuple(index, fc.boolean()).map(([at, byViewer]) => world.lock(at, byViewer)),
  fc.constant(world.unlock()),
  fc
    .tuple(fc.constantFrom(...deedsElsewhere), index)
    .map(([deed, at]) => world.elsewhere(deed, at)),
  fc
    .record<Fault>({ mishap: fc.constantFrom(...mishaps), on: fc.constantFrom('reads', 'writes') })
    .map(world.fail),
  fc.constantFrom(...outages).map(world.stopService),
  fc.constant(world.startService()),
  fc.constant(world.lateArrivals()),
]

/** Answers can be given only when something is asked, and are left out otherwise: so there are many of them. */
export const anyAppStep: fc.Arbitrary<AppStep>[] = [
  ...wishes,
  ...persons,
  ...answers,
  ...answers,
  ...worlds,
]
