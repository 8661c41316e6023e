import * as v from 'valibot'

/** What can be the address of an account. */
export const Email = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.maxLength(254),
  v.regex(/^[^\s@]+@[^\s@]+$/),
)

/** What a new password may be (docs/protocol.md §2.4). */
export const NewPassword = v.pipe(v.string(), v.minLength(6), v.maxLength(128))
