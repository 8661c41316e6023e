import * as v from 'valibot'

/** An account can have such an address of at most 254 characters. */
export const Email = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.maxLength(254),
  v.regex(/^[^\s@]+@[^\s@]+$/),
)

/** A new password has 6 to 128 characters (docs/protocol.md §2.4). */
export const NewPassword = v.pipe(v.string(), v.minLength(6), v.maxLength(128))
