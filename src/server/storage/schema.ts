import * as v from 'valibot'
import type { Db } from './db.ts'

/**
 * SQL for the bytes of metadata and view that a row of `files` counts for its owner: all of them but the id of an upload
 * session, which is the service's.
 */
const textBytes = (row: string) =>
  `ifnull(octet_length(iif(instr(${row}.metadata, '"sys:upload_session_id":') > 0 AND json_valid(${row}.metadata),
    nullif(json_remove(${row}.metadata, '$."sys:upload_session_id"'), '{}'), ${row}.metadata)), 0)
    + ifnull(octet_length(${row}.view), 0)`

/*
 * Times are milliseconds since 1970, sizes bytes. `key` is the row's own ascending number, `id` what the wire shows.
 * A file without a parent is either its owner's root or, with a `trash_id`, in the trash, where it keeps its name.
 */
const migrations: readonly string[] = [
  `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE groups (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, permission TEXT NOT NULL,
  capacity INTEGER NOT NULL, trash_retention INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, email TEXT NOT NULL COLLATE NOCASE UNIQUE, nickname TEXT NOT NULL,
  password_hash TEXT NOT NULL, totp_secret TEXT, totp_step INTEGER NOT NULL DEFAULT 0,
  group_key INTEGER NOT NULL REFERENCES groups (key), status TEXT NOT NULL DEFAULT 'active', capacity INTEGER,
  language TEXT NOT NULL DEFAULT 'en-US', disable_view_sync INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE families (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, user_key INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX families_user ON families (user_key);
CREATE INDEX families_expiry ON families (expires_at);

CREATE TABLE refresh_tokens (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  family_key INTEGER NOT NULL REFERENCES families (key) ON DELETE CASCADE,
  parent_key INTEGER REFERENCES refresh_tokens (key) ON DELETE SET NULL, expires_at INTEGER NOT NULL, dead_at INTEGER
) STRICT;
CREATE INDEX refresh_tokens_family ON refresh_tokens (family_key);
CREATE INDEX refresh_tokens_parent ON refresh_tokens (parent_key);

CREATE TABLE files (
  key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  owner_key INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  parent_key INTEGER REFERENCES files (key) ON DELETE CASCADE, type INTEGER NOT NULL CHECK (type IN (0, 1)),
  name TEXT NOT NULL, size INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  entity_id TEXT, metadata TEXT, view TEXT, trash_id TEXT UNIQUE, restore_uri TEXT, collect_at INTEGER,
  CHECK (trash_id IS NULL OR (parent_key IS NULL AND restore_uri IS NOT NULL AND collect_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX files_name ON files (parent_key, name) WHERE parent_key IS NOT NULL;
CREATE UNIQUE INDEX files_root ON files (owner_key) WHERE parent_key IS NULL AND trash_id IS NULL;
CREATE INDEX files_by_key ON files (parent_key, type);
CREATE INDEX files_by_name ON files (parent_key, type, name);
CREATE INDEX files_by_size ON files (parent_key, type, size);
CREATE INDEX files_by_updated ON files (parent_key, type, updated_at);
CREATE INDEX files_by_created ON files (parent_key, type, created_at);
CREATE INDEX files_owner ON files (owner_key);
CREATE INDEX trash_by_key ON files (owner_key, type) WHERE trash_id IS NOT NULL;
CREATE INDEX trash_by_name ON files (owner_key, type, name) WHERE trash_id IS NOT NULL;
CREATE INDEX trash_by_size ON files (owner_key, type, size) WHERE trash_id IS NOT NULL;
CREATE INDEX trash_by_updated ON files (owner_key, type, updated_at) WHERE trash_id IS NOT NULL;
CREATE INDEX trash_by_created ON files (owner_key, type, created_at) WHERE trash_id IS NOT NULL;
CREATE INDEX trash_by_collection ON files (collect_at) WHERE trash_id IS NOT NULL;

CREATE TABLE entities (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, file_key INTEGER NOT NULL REFERENCES files (key) ON DELETE CASCADE,
  owner_key INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE, type INTEGER NOT NULL DEFAULT 0,
  size INTEGER NOT NULL, created_at INTEGER NOT NULL, created_by INTEGER REFERENCES users (key) ON DELETE SET NULL
) STRICT;
CREATE INDEX entities_file ON entities (file_key);
CREATE INDEX entities_used ON entities (owner_key, size);
CREATE INDEX entities_author ON entities (created_by);

CREATE TABLE user_views (
  user_key INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE, host TEXT NOT NULL, view TEXT NOT NULL,
  PRIMARY KEY (user_key, host)
) STRICT, WITHOUT ROWID;

CREATE TABLE shares (
  key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  owner_key INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  file_key INTEGER NOT NULL REFERENCES files (key) ON DELETE CASCADE, password TEXT, expires_at INTEGER,
  remain_downloads INTEGER, downloaded INTEGER NOT NULL DEFAULT 0, visited INTEGER NOT NULL DEFAULT 0, price INTEGER,
  permission_setting TEXT, share_view INTEGER NOT NULL DEFAULT 0, show_readme INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX shares_file ON shares (file_key);
CREATE INDEX shares_owner ON shares (owner_key);
CREATE INDEX shares_by_created ON shares (owner_key, created_at);
CREATE INDEX shares_by_views ON shares (owner_key, visited);
CREATE INDEX shares_by_downloads ON shares (owner_key, downloaded);
CREATE INDEX shares_by_remain ON shares (owner_key, ifnull(remain_downloads, 9007199254740991));
CREATE INDEX shares_by_expiry ON shares (owner_key, ifnull(expires_at, 9007199254740991));
CREATE INDEX shares_by_price ON shares (owner_key, ifnull(price, 0));

CREATE TABLE locks (
  key INTEGER PRIMARY KEY, token TEXT NOT NULL UNIQUE,
  owner_key INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  holder_key INTEGER REFERENCES users (key) ON DELETE SET NULL, host TEXT NOT NULL CHECK (host IN ('my', 'trash')),
  path TEXT NOT NULL, is_deep INTEGER NOT NULL, type INTEGER NOT NULL, application TEXT NOT NULL,
  expires_at INTEGER, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX locks_path ON locks (owner_key, host, path);
CREATE INDEX locks_expiry ON locks (expires_at);
CREATE INDEX locks_holder ON locks (holder_key);

CREATE TABLE uploads (
  id TEXT PRIMARY KEY, user_key INTEGER NOT NULL REFERENCES users (key) ON DELETE CASCADE,
  file_key INTEGER NOT NULL REFERENCES files (key) ON DELETE CASCADE, entity_id TEXT NOT NULL, size INTEGER NOT NULL,
  chunk_size INTEGER NOT NULL, received TEXT NOT NULL DEFAULT '[]', is_new INTEGER NOT NULL, last_modified INTEGER,
  mime_type TEXT NOT NULL DEFAULT '', lock_token TEXT NOT NULL, expires_at INTEGER NOT NULL, created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX uploads_file ON uploads (file_key);
CREATE INDEX uploads_user ON uploads (user_key);
CREATE INDEX uploads_expiry ON uploads (expires_at);
`,
  // What a WOPI client calls its lock; the token stays the service's own.
  'ALTER TABLE locks ADD COLUMN wopi_lock TEXT',
  // Contents that are forgotten but not yet removed.
  'CREATE TABLE discards (entity_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID',
  // Bytes used by each owner, stored because every upload reads it twice.
  `
ALTER TABLE users ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
UPDATE users SET used = (SELECT ifnull(sum(size), 0) FROM entities WHERE owner_key = users.key);
CREATE TRIGGER entities_added AFTER INSERT ON entities BEGIN
  UPDATE users SET used = used + new.size WHERE key = new.owner_key;
END;
CREATE TRIGGER entities_removed AFTER DELETE ON entities BEGIN
  UPDATE users SET used = used - old.size WHERE key = old.owner_key;
END;
CREATE TRIGGER entities_changed AFTER UPDATE OF size, owner_key ON entities BEGIN
  UPDATE users SET used = used - old.size WHERE key = old.owner_key;
  UPDATE users SET used = used + new.size WHERE key = new.owner_key;
END;
DROP INDEX entities_used;
CREATE INDEX entities_owner ON entities (owner_key);
`,
  // Contents that outlived their files on purpose; others without an owner are removed. Older ones cannot be told apart.
  `
CREATE TABLE IF NOT EXISTS unlinked_contents (entity_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO meta (name, value) SELECT 'keeps_unowned', '1' WHERE EXISTS (SELECT 1 FROM users);
`,
  // Shortcuts to shares, which are listed together wherever they are.
  `CREATE INDEX files_shortcuts ON files (owner_key, type, name) WHERE instr(metadata, '"sys:shared_redirect":') > 0`,
  // Copies whose request has not finished; the next start removes them.
  'CREATE TABLE unfinished_copies (file_key INTEGER PRIMARY KEY REFERENCES files (key) ON DELETE CASCADE) STRICT',
  // Without what is in the trash, which has indices of its own.
  `
DROP INDEX files_by_key;
DROP INDEX files_by_name;
DROP INDEX files_by_size;
DROP INDEX files_by_updated;
DROP INDEX files_by_created;
CREATE INDEX files_by_key ON files (parent_key, type) WHERE parent_key IS NOT NULL;
CREATE INDEX files_by_name ON files (parent_key, type, name) WHERE parent_key IS NOT NULL;
CREATE INDEX files_by_size ON files (parent_key, type, size) WHERE parent_key IS NOT NULL;
CREATE INDEX files_by_updated ON files (parent_key, type, updated_at) WHERE parent_key IS NOT NULL;
CREATE INDEX files_by_created ON files (parent_key, type, created_at) WHERE parent_key IS NOT NULL;
`,
  // Metadata and views count as used, in bytes.
  `
UPDATE users SET used = used + (SELECT ifnull(sum(${textBytes('files')}), 0) FROM files WHERE owner_key = users.key);
CREATE TRIGGER texts_added AFTER INSERT ON files WHEN new.metadata IS NOT NULL OR new.view IS NOT NULL BEGIN
  UPDATE users SET used = used + ${textBytes('new')} WHERE key = new.owner_key;
END;
CREATE TRIGGER texts_removed AFTER DELETE ON files WHEN old.metadata IS NOT NULL OR old.view IS NOT NULL BEGIN
  UPDATE users SET used = used - (${textBytes('old')}) WHERE key = old.owner_key;
END;
CREATE TRIGGER texts_changed AFTER UPDATE OF metadata, view, owner_key ON files BEGIN
  UPDATE users SET used = used - (${textBytes('old')}) WHERE key = old.owner_key;
  UPDATE users SET used = used + ${textBytes('new')} WHERE key = new.owner_key;
END;
`,
  // Who has announced an upload through which share, which chunks have begun to arrive, and until when it is reserved.
  `
ALTER TABLE uploads ADD COLUMN share_id TEXT;
ALTER TABLE uploads ADD COLUMN begun TEXT NOT NULL DEFAULT '[]';
ALTER TABLE uploads ADD COLUMN reserved_until INTEGER NOT NULL DEFAULT 0;
UPDATE uploads SET begun = received;
`,
  // When somebody else's write took the place of a version of the owner.
  'ALTER TABLE entities ADD COLUMN put_away_at INTEGER',
  // The name of a key in the JSON, and not a part of another key, which visitors choose for what they upload.
  `
DROP INDEX files_shortcuts;
CREATE INDEX files_shortcuts ON files (owner_key, type, name)
  WHERE instr(metadata, '{"sys:shared_redirect":') > 0 OR instr(metadata, ',"sys:shared_redirect":') > 0;
`,
  // What was granted through a share before its epoch was raised is void.
  `
ALTER TABLE shares ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER shares_password AFTER UPDATE OF password ON shares WHEN old.password IS NOT new.password BEGIN
  UPDATE shares SET epoch = epoch + 1 WHERE key = new.key;
END;
`,
  // What an upload or a lock was begun by. Uploads of visitors that have none are over.
  `
ALTER TABLE uploads ADD COLUMN share_grant TEXT;
ALTER TABLE locks ADD COLUMN share_grant TEXT;
UPDATE uploads SET expires_at = 0 WHERE user_key <> (SELECT owner_key FROM files WHERE key = uploads.file_key);
`,
]

const Version = v.object({ user_version: v.number() })
const Setting = v.object({ value: v.string() })

/** The version of a database of this build; each migration adds 1. */
export const newestVersion = migrations.length

const versionOf = (db: Db): number =>
  db.first('PRAGMA user_version', [], Version)?.user_version ?? 0

/** The version of a database that {@link migrate} would change; undefined for a new one and one of the newest version. */
export function olderVersion(db: Db): number | undefined {
  const version = versionOf(db)
  return version > 0 && version < newestVersion ? version : undefined
}

/** Brings the database to the newest, or another, version, one migration a transaction. Throws when it is newer than this build. */
export function migrate(db: Db, target = newestVersion): void {
  const version = versionOf(db)
  if (version > migrations.length) {
    throw new Error(`The database is of version ${version}, this build knows ${migrations.length}.`)
  }
  for (let index = version; index < target; index++) {
    db.transaction(() => {
      db.script(migrations[index] ?? '')
      db.script(`PRAGMA user_version = ${index + 1}`)
    })
  }
}

/** A setting of the service itself (`world`, `instance_id`, …), or undefined. */
export function readSetting(db: Db, name: string): string | undefined {
  return db.first('SELECT value FROM meta WHERE name = ?', [name], Setting)?.value
}

/** Sets a value of {@link readSetting}. */
export function writeSetting(db: Db, name: string, value: string): void {
  db.run(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  )
}

/** Removes a value of {@link readSetting}. */
export function removeSetting(db: Db, name: string): void {
  db.run('DELETE FROM meta WHERE name = ?', [name])
}
