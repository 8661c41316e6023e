import { expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { LockConflictError } from '#src/contract/errors.ts'
import { itemsByLockConflict } from '#src/jobs/runner/failures.ts'
import type { JobItem } from '#src/jobs/store/job.ts'

const items = ['a', 'b'].map((name) => ({ id: name, uri: `svc://trash/${name}`, name }))
const target = 'svc://my/Docs/Plans'
const withPlaces = ({ uri, name }: JobItem) => [uri, `${target}/${name}`]

/** The names of the items that a lock at this place stops, when all of them go to the target. */
function stoppedBy(path: string): string[] {
  const conflicts = [{ path, type: 0 }]
  const error = new LockConflictError({ code: ErrorCode.lockConflict }, conflicts)
  const groups = itemsByLockConflict(items, error, withPlaces)
  return [...groups.values()].flat().map(({ name }) => name)
}

it.each(['svc://my/Docs/Plans', 'svc://my/Docs'])(
  'L4 a lock at %s, which all items need, stops all of them',
  (path) => expect(stoppedBy(path)).toEqual(['a', 'b']),
)

it('L4 a lock at the place of one item, or in it, stops that one', () => {
  expect(stoppedBy(`${target}/a`)).toEqual(['a'])
  expect(stoppedBy(`${target}/b/inside.txt`)).toEqual(['b'])
})

it('L4 a lock at something else in the target folder stops none of them', () => {
  expect(stoppedBy(`${target}/other.txt`)).toEqual([])
})
