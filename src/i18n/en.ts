import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { files } from './en/files.ts'
import { frame } from './en/frame.ts'
import { kinds } from './en/kinds.ts'
import { landing } from './en/landing.ts'
import { locks } from './en/locks.ts'
import { operations } from './en/operations.ts'
import { toasts } from './en/toasts.ts'
import { shares } from './en/shares.ts'
import { signIn } from './en/sign-in.ts'
import { times } from './en/times.ts'
import { trash } from './en/trash.ts'

/** The words of the page. The words table of the product is kept here; other languages follow suit. */
export const en = {
  common,
  frame,
  signIn,
  errors,
  shares,
  files,
  trash,
  kinds,
  times,
  landing,
  toasts,
  operations,
  locks,
}
