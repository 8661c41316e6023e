import * as v from 'valibot'
import type { ContentStore } from '#src/server/storage/content-store.ts'
import type { Db } from '#src/server/storage/db.ts'
import { contentIdOf } from '#src/server/storage/ids.ts'
import { readSetting, removeSetting, writeSetting } from '#src/server/storage/schema.ts'

const runningSetting = 'is_running'
const Id = v.object({ id: v.string() })
/** Names looked up in one statement. */
const lookupSize = 1_000
const unownedSql = `SELECT value AS id FROM json_each(?)
  WHERE NOT EXISTS (SELECT 1 FROM entities WHERE id = value)
    AND value NOT IN (SELECT entity_id FROM uploads)
    AND NOT EXISTS (SELECT 1 FROM discards WHERE entity_id = value)
    AND NOT EXISTS (SELECT 1 FROM unlinked_contents WHERE entity_id = value)`

/** The named contents that no row knows. They are looked up by name, since most rows can be without a content. */
function unownedOf(db: Db, names: readonly string[]): string[] {
  const unowned = new Set<string>()
  for (let start = 0; start < names.length; start += lookupSize) {
    const ids = names.slice(start, start + lookupSize).map(contentIdOf)
    for (const { id } of db.query(unownedSql, [JSON.stringify(ids)], Id)) unowned.add(id)
  }
  return names.filter((name) => unowned.has(contentIdOf(name)))
}

/**
 * Removes contents that belong to no file, upload or queue, and says how many: a kill between writing a content and
 * committing its row leaves one behind. Reads the folder only after a run that did not end in order.
 */
export function removeUnownedContents(db: Db, store: ContentStore): void {
  const wasKilled = readSetting(db, runningSetting) !== undefined
  writeSetting(db, runningSetting, '1')
  const keepsUnowned = readSetting(db, 'keeps_unowned') !== undefined
  if (!wasKilled && !keepsUnowned) return
  const unowned = unownedOf(db, store.listContents())
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
  // A power cut must not bring back rows whose contents are gone. What stays is removed with the next deleted contents.
  if (unowned.length > 0 && !db.checkpoint()) {
    for (const name of unowned) {
      db.run('INSERT OR IGNORE INTO discards (entity_id) VALUES (?)', [contentIdOf(name)])
    }
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
