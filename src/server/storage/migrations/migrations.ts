import { createTables } from './001-tables.ts'
import { addWopiLocks } from './002-wopi-locks.ts'
import { addDiscardedContents } from './003-discarded-contents.ts'
import { addUsedBytes } from './004-used-bytes.ts'
import { addContentsKeptWithoutFile } from './005-unlinked-contents.ts'
import { indexShortcuts } from './006-shortcuts.ts'
import { addUnfinishedCopies } from './007-unfinished-copies.ts'
import { narrowFolderIndexes } from './008-folder-indexes.ts'
import { countBytesOfTexts } from './009-bytes-of-texts.ts'
import { addUploadReservations } from './010-upload-reservations.ts'
import { addReplacedVersionTimes } from './011-versions-put-away.ts'
import { rebuildShortcutIndexOnExactKey } from './012-shortcut-keys.ts'
import { addShareEpochs } from './013-share-epochs.ts'
import { addShareGrants } from './014-share-grants.ts'
import { addAccountSettings } from './015-account-settings.ts'

/**
 * The SQL of each version of the database, in order. A file that has been released is never changed: a database knows
 * only how many of them it has had.
 */
export const migrations: readonly string[] = [
  createTables,
  addWopiLocks,
  addDiscardedContents,
  addUsedBytes,
  addContentsKeptWithoutFile,
  indexShortcuts,
  addUnfinishedCopies,
  narrowFolderIndexes,
  countBytesOfTexts,
  addUploadReservations,
  addReplacedVersionTimes,
  rebuildShortcutIndexOnExactKey,
  addShareEpochs,
  addShareGrants,
  addAccountSettings,
]
