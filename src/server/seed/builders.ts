import type { Context } from '#src/server/http/call.ts'
import { createAccountBuilders } from './accounts.ts'
import type { AccountBuilders } from './accounts.ts'
import { createFileBuilders } from './files.ts'
import type { FileBuilders } from './files.ts'
import { createLockBuilders } from './locks.ts'
import type { LockBuilders } from './locks.ts'
import { createShareBuilders } from './shares.ts'
import type { ShareBuilders } from './shares.ts'
import { createUserKeys } from './user-keys.ts'

/**
 * Creates data without requests, for tests and sample data. Ids are those of the protocol. The builders that write are
 * synchronous: put many calls into one `db.transaction`.
 */
export type Builders = AccountBuilders & FileBuilders & ShareBuilders & LockBuilders

/** The builders of a service, on its database and store. */
export function createBuilders(context: Context): Builders {
  const userKey = createUserKeys(context.db)
  return {
    ...createAccountBuilders(context, userKey),
    ...createFileBuilders(context, userKey),
    ...createShareBuilders(context),
    ...createLockBuilders(context, userKey),
  }
}
