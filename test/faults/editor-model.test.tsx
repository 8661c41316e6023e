import fc from 'fast-check'
import { describe } from 'vitest'
import { checkDialogs, checkText } from './app-model/app-invariants.ts'
import { topDialog } from './app-model/screen.ts'
import { EditorSession } from './editor-model/editor-session.ts'
import { type EditorStep, others, person, world } from './editor-model/editor-steps.ts'
import { defineModel, expectNothing } from './model/define-model.ts'
import { type Fault, mishaps, outages } from './model/wire.ts'

/*
 * The text editor in random sequences, as `app-model.test.tsx` does it for lists: a person types, saves and answers while
 * others write to the file, move it, lock it and delete it.
 */

const count = Number(process.env['EDITOR_MODEL_RUNS'] ?? 10)
const seed = Number(process.env['MODEL_SEED'] ?? 20_260_601)

const index = fc.nat({ max: 23 })
const text = fc.nat({ max: 99 })
const typing = text.map((at) => person.type(`Mine ${at}`))
const persons: fc.Arbitrary<EditorStep>[] = [
  typing,
  typing,
  typing,
  fc.constant(person.save()),
  fc.constant(person.save()),
  fc.constant(person.save()),
  index.map((at) => person.press('page', at)),
  index.map((at) => person.press('dialog', at)),
  index.map((at) => person.press('dialog', at)),
  index.map((at) => person.press('notice', at)),
  fc
    .constantFrom(/^Compare/, /^Lock again/, /^Unlock/, /^Overwrite/, /^Go on|^Follow|^Continue/)
    .map(person.pressNamed),
  fc.constant(person.escape()),
  fc.constant(person.look()),
  fc.constant(person.look()),
  fc.constant(person.leave()),
  fc.constant(person.openFile()),
  fc.constant(person.openFile()),
  fc.constant(person.reload()),
  fc.integer({ min: 1, max: 6 }).map(person.wait),
  fc.constant(person.settle()),
  fc.constant(person.settle()),
]
const worlds: fc.Arbitrary<EditorStep>[] = [
  text.map((at) => others.write(`Theirs ${at}`)),
  text.map((at) => others.write(`Theirs ${at}`)),
  fc.constantFrom('letter 2.txt', 'letter.txt').map(others.rename),
  fc.constant(others.move()),
  fc.constant(others.remove()),
  fc.constant(others.restore()),
  fc.constant(others.lock()),
  fc.constant(others.unlock()),
  fc
    .record<Fault>({ mishap: fc.constantFrom(...mishaps), on: fc.constantFrom('reads', 'writes') })
    .map(world.fail),
  fc.constantFrom(...outages).map(world.stopService),
  fc.constant(world.startService()),
  fc.constant(world.startService()),
]

const maxQuestions = 30

async function check(session: EditorSession): Promise<void> {
  if (session.app.isBusy) return
  await session.check()
  expectNothing([...checkDialogs(), ...checkText()])
}

/** The network is back, every question is answered, and the page is looked at again. */
async function end(session: EditorSession): Promise<void> {
  session.wire.faults.length = 0
  session.wire.outage = undefined
  await session.app.rest()
  for (let asked = 0; topDialog(); asked++) {
    if (asked > maxQuestions) throw new Error('There are questions without end.')
    if (asked > 4) session.app.account.unlock()
    const step = asked > maxQuestions / 2 ? person.escape() : person.press('dialog', asked)
    if (step.isPossible(session)) await step.run(session)
    await session.app.rest()
    await check(session)
  }
  await person.look().run(session)
  await check(session)
}

const model = defineModel<EditorSession>({
  name: 'model of the editor',
  anyStep: [...persons, ...worlds],
  maxSteps: 24,
  open: (choices) => EditorSession.openEditor(choices),
  check,
  end,
})

describe('F8 whatever happens to a text that is open', () => {
  model.testAny('nothing that was typed is lost, and what was not touched follows', {
    count,
    seed,
    maxMs: 10_000,
  })
})
