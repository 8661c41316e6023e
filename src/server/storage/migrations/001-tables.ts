/**
 * Times are milliseconds since 1970, sizes bytes. `key` is the row's own ascending number, `id` what the wire shows.
 * A file without a parent is either its owner's root or, with a `trash_id`, in the trash, where it keeps its name.
 */
export const createTables = `
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
`
