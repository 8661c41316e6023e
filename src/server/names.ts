import { Code } from '#src/contract/codes.ts'
import { Refusal } from './envelope.ts'

/** What a name must not contain (contract.md §8); the database cannot hold a NUL. */
const forbidden = /[\\/:*?"<>|\0]/

/**
 * A name as it is stored, with U+FFFD for what is no Unicode. Throws 40052 for one that is empty, longer than 255
 * bytes, `.` or `..`, or holds a forbidden character.
 */
export function readName(text: string): string {
  const name = text.replace(/\p{Cs}/gu, '\ufffd')
  const isLegal =
    name !== '' &&
    Buffer.byteLength(name) <= 255 &&
    name !== '.' &&
    name !== '..' &&
    !forbidden.test(name)
  if (!isLegal) throw new Refusal(Code.illegalName, 'Invalid object name')
  return name
}

export const nameTaken = () => new Refusal(Code.nameTaken, 'Object existed')
