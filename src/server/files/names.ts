import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'

/** Characters that a name must not contain (docs/protocol.md §4.6); NUL, because the database cannot store it. */
const forbidden = /[\\/:*?"<>|\0]/

/**
 * Validates a name and returns it with U+FFFD for lone surrogates. Throws 40052 for a name that is empty, longer than
 * 255 bytes, `.` or `..`, or contains a forbidden character.
 */
export function parseName(text: string): string {
  const name = text.replace(/\p{Cs}/gu, '\ufffd')
  const isLegal =
    name !== '' &&
    Buffer.byteLength(name) <= 255 &&
    name !== '.' &&
    name !== '..' &&
    !forbidden.test(name)
  if (!isLegal) throw new HttpError(ErrorCode.illegalName, 'Invalid object name')
  return name
}

/** 40004: the name exists already. */
export const nameTakenError = () => new HttpError(ErrorCode.nameTaken, 'Object existed')

/** The extension of a name in lower case, without its dot; '' when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}
