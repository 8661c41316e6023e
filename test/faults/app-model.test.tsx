import fc from 'fast-check'
import { describe, it } from 'vitest'
import { deeds } from './app-model/app-deeds.ts'
import type { AppStep } from './app-model/app-steps.ts'
import { anyAppSteps, appSequence, runAppSequence } from './app-model/run-app-sequence.ts'

/*
 * The whole app in random sequences, as `model.test.tsx` does it for operations and lists: a person presses what is on
 * the screen and enabled. What a sequence has found is kept below.
 */

const runs = Number(process.env['APP_MODEL_RUNS'] ?? 20)
const seed = Number(process.env['MODEL_SEED'] ?? 20_260_601)

describe('F2 whatever a person presses, and whatever happens meanwhile', () => {
  it('the screen says what is so', { timeout: 60_000 + runs * 10_000 }, async () => {
    console.info(`app model: ${runs} sequences, seed ${seed}`)
    const order = fc.array(fc.nat({ max: 11 }), { maxLength: 60, size: 'max' })
    await fc.assert(fc.asyncProperty(anyAppSteps, order, runAppSequence), { numRuns: runs, seed })
  })
})

describe('F2 it was found that', () => {
  // `picks` chooses among requests that wait at the same time, as the order of a sequence that failed does.
  it.each<[title: string, steps: AppStep[], picks?: number[]]>([
    [
      'Delete permanently did nothing while a plan for a restore was made',
      [deeds.restore(10), deeds.destroy(2)],
    ],
    [
      'a row took the focus behind a dialog, as it does not in a browser',
      [deeds.carry('cut', 'A', 0), deeds.restore(9), deeds.remove('B', 0)],
    ],
  ])('%s', (_title, steps, picks = []) => runAppSequence(appSequence(...steps), picks))
})
