import type { ServiceContext } from '#src/server/http/request-context.ts'
import { createAccountBuilders } from './accounts.ts'
import type { AccountBuilders } from './accounts.ts'
import { createFileBuilders } from './files.ts'
import type { FileBuilders } from './files.ts'
import { createLockBuilders } from './locks.ts'
import type { LockBuilders } from './locks.ts'
import { createShareBuilders } from './shares.ts'
import type { ShareBuilders } from './shares.ts'
import { createUploadReader } from './uploads.ts'
import type { UploadReader } from './uploads.ts'
import { createUserKeyLookup } from './user-key-lookup.ts'

/**
 * Creates and changes data without requests, for tests and sample data, and reads what no endpoint tells. Ids are those
 * of the protocol. The builders that write are synchronous.
 */
export type SeedBuilders = AccountBuilders &
  FileBuilders &
  ShareBuilders &
  LockBuilders &
  UploadReader & {
    /** Runs many calls of builders as one transaction, which is much faster than one each. */
    transaction<T>(work: () => T): T
  }

/** The builders of a service, on its database and store. */
export function createSeedBuilders(context: ServiceContext): SeedBuilders {
  const userKey = createUserKeyLookup(context.db)
  return {
    ...createAccountBuilders(context, userKey),
    ...createFileBuilders(context, userKey),
    ...createShareBuilders(context),
    ...createLockBuilders(context, userKey),
    ...createUploadReader(context),
    transaction: (work) => context.db.transaction(work),
  }
}
