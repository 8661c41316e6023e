import * as v from 'valibot'
import type { ContentStore } from '#src/server/storage/content-store.ts'
import type { Db } from '#src/server/storage/db.ts'
import { readSetting, removeSetting, writeSetting } from '#src/server/storage/schema.ts'

const runningSetting = 'is_running'
const Id = v.object({ id: v.string() })

/** What the file name of a content says of its id: a thumbnail, or a file that was being written, is named after it. */
const contentIdOf = (name: string) => name.replace(/(?:-thumb)?(?:\.new)?$/, '')

/**
 * Removes contents that belong to no file, upload or queue, and says how many: a kill between writing a content and
 * committing its row leaves one behind. Reads the folder only after a run that did not end in order.
 */
export function removeUnownedContents(db: Db, store: ContentStore): void {
  const wasKilled = readSetting(db, runningSetting) !== undefined
  writeSetting(db, runningSetting, '1')
  const keepsUnowned = readSetting(db, 'keeps_unowned') !== undefined
  if (!wasKilled && !keepsUnowned) return
  const owned = db.query(
    `SELECT id FROM entities UNION SELECT entity_id AS id FROM uploads
     UNION SELECT entity_id AS id FROM discards UNION SELECT entity_id AS id FROM unlinked_contents`,
    [],
    Id,
  )
  const ids = new Set(owned.map(({ id }) => id))
  const unowned = store.listContents().filter((name) => !ids.has(contentIdOf(name)))
  if (keepsUnowned) {
    db.transaction(() => {
      for (const name of unowned) {
        db.run('INSERT OR IGNORE INTO unlinked_contents (entity_id) VALUES (?)', [
          contentIdOf(name),
        ])
      }
      removeSetting(db, 'keeps_unowned')
    })
    return
  }
  for (const name of unowned) store.remove(name)
  if (unowned.length > 0) {
    console.log(`Removed ${unowned.length} contents that a killed process left without a file.`)
  }
}

/** Notes that the service ends in order, so that the next start need not look for unowned contents. */
export function recordCleanShutdown(db: Db): void {
  removeSetting(db, runningSetting)
}
