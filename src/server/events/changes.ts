import * as v from 'valibot'
import { chainOf, isShortcutSql } from '#src/server/files/files.ts'
import type { Db } from '#src/server/storage/db.ts'

/** The folders from the root of a space down to an item, by key and name; `name` is that of the item. */
export type ItemPathWithFolderKeys = {
  readonly folders: readonly { readonly key: number; readonly name: string }[]
  readonly name: string
}

/** A change of an item, with its paths before and after; null outside the user's files. */
export type FileChange = {
  readonly fileId: string
  readonly isModified: boolean
  readonly from: ItemPathWithFolderKeys | null
  readonly to: ItemPathWithFolderKeys | null
}

/** Changes noted in one transaction; more of them are dropped, since any event means that lists are read again. */
const maxChanges = 100

/**
 * Triggers rather than calls in each handler: no write can be forgotten, and what is rolled back leaves no change. A
 * file without content is the placeholder of an upload, which shows in no event until it is complete.
 */
const noted = `(SELECT count(*) FROM changes) < ${maxChanges}`
const isShown = (row: string) =>
  `(${row}.type = 1 OR ${row}.entity_id IS NOT NULL OR ${isShortcutSql(row)})`
const follow = `
CREATE TEMP TABLE changes (
  file_id TEXT NOT NULL, is_modified INTEGER NOT NULL, old_parent INTEGER, old_name TEXT,
  new_parent INTEGER, new_name TEXT
) STRICT;
CREATE TEMP TRIGGER note_insert AFTER INSERT ON files WHEN ${isShown('new')} AND ${noted} BEGIN
  INSERT INTO changes VALUES (new.id, 0, NULL, NULL, new.parent_key, new.name);
END;
CREATE TEMP TRIGGER note_move AFTER UPDATE OF parent_key, name ON files
WHEN (old.parent_key IS NOT new.parent_key OR old.name <> new.name) AND ${isShown('new')} AND ${noted} BEGIN
  INSERT INTO changes VALUES (new.id, 0, old.parent_key, old.name, new.parent_key, new.name);
END;
CREATE TEMP TRIGGER note_content AFTER UPDATE OF entity_id ON files
WHEN old.entity_id IS NOT new.entity_id AND ${noted} BEGIN
  INSERT INTO changes VALUES (new.id, old.entity_id IS NOT NULL, iif(old.entity_id IS NULL, NULL, old.parent_key),
    old.name, new.parent_key, new.name);
END;
CREATE TEMP TRIGGER note_delete AFTER DELETE ON files WHEN ${isShown('old')} AND ${noted} BEGIN
  INSERT INTO changes VALUES (old.id, 0, old.parent_key, old.name, NULL, NULL);
END;`
const unfollow = `
DROP TRIGGER temp.note_insert; DROP TRIGGER temp.note_move; DROP TRIGGER temp.note_content;
DROP TRIGGER temp.note_delete; DROP TABLE temp.changes;`

const Noted = v.object({
  file_id: v.string(),
  is_modified: v.number(),
  old_parent: v.nullable(v.number()),
  old_name: v.nullable(v.string()),
  new_parent: v.nullable(v.number()),
  new_name: v.nullable(v.string()),
})

/** A folder and those above it, root first; null when it is in the trash or gone. */
function foldersDownTo(db: Db, key: number): ItemPathWithFolderKeys['folders'] | null {
  const chain = chainOf(db, key)
  const root = chain.at(-1)
  if (!root || root.parent_key !== null || root.trash_id !== null) return null
  return chain.reverse()
}

/**
 * Calls `onChanges` after each transaction that changed files in the space of a user: created, renamed, moved, deleted,
 * restored, or with a new content. Returns the function to stop; until it is called, each write costs a little more.
 */
export function subscribeToChanges(db: Db, onChanges: (changes: FileChange[]) => void): () => void {
  db.script(follow)
  const read = () => {
    const rows = db.query('SELECT * FROM changes', [], Noted)
    if (rows.length === 0) return
    db.run('DELETE FROM changes', [])
    const known = new Map<number, ItemPathWithFolderKeys['folders'] | null>()
    const pathIn = (parent: number | null, name: string | null): ItemPathWithFolderKeys | null => {
      if (parent === null || name === null) return null
      const found = known.get(parent)
      const folders = found === undefined ? foldersDownTo(db, parent) : found
      known.set(parent, folders)
      return folders && { folders, name }
    }
    const changes = rows.map((row) => ({
      fileId: row.file_id,
      isModified: row.is_modified === 1,
      from: pathIn(row.old_parent, row.old_name),
      to: pathIn(row.new_parent, row.new_name),
    }))
    onChanges(changes.filter(({ from, to }) => from !== null || to !== null))
  }
  const stop = db.onCommit(read)
  return () => {
    stop()
    if (db.isOpen()) db.script(unfollow)
  }
}
