import { afterAll, beforeAll, describe } from 'vitest'
import { model } from './model/operations-model.ts'
import { person } from './model/person-steps.ts'
import { closeSharedService } from './model/session.ts'
import type { Step } from './model/step.ts'
import { world } from './model/world-steps.ts'

/* What sequences of `model.test.tsx` have found about moves and copies. */

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})

afterAll(closeSharedService)

describe('F2 it was found of moves and copies that', () => {
  const kept: [title: string, steps: Step[], picks?: number[]][] = [
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
  ]
  for (const [title, steps, picks = []] of kept) model.testKept(title, steps, picks)
})
