import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import {
  defineQuestionKind,
  RepeatableQuestion,
  useCurrentQuestion,
} from '#src/jobs/questions/questions.ts'

afterEach(resetStores)

const kind = defineQuestionKind<string, string>('test', 'cancelled')

it('a question that comes back from the tray does not take the screen from one that is open', () => {
  const current = renderHook(() => useCurrentQuestion()?.props).result
  const [waiting, open] = [new RepeatableQuestion(kind), new RepeatableQuestion(kind)]
  act(() => void waiting.ask('a lock'))
  act(() => void waiting.ask('a lock', 'aside'))
  expect(current.current).toBeUndefined()
  act(() => void open.ask('a name'))
  act(() => void waiting.ask('a lock'))
  expect(current.current).toBe('a name')
  act(() => open.show('a name', 'busy'))
  act(() => void open.ask('another name'))
  expect(current.current).toBe('another name')
  act(() => open.close())
  expect(current.current).toBe('a lock')
})
