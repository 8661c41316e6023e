/** Contents that outlived their files on purpose; others without an owner are removed. Older ones cannot be told apart. */
export const addContentsKeptWithoutFile = `
CREATE TABLE IF NOT EXISTS unlinked_contents (entity_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO meta (name, value) SELECT 'keeps_unowned', '1' WHERE EXISTS (SELECT 1 FROM users);
`
