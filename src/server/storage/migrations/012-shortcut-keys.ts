/** The name of a key in the JSON, and not a part of another key, which visitors choose for what they upload. */
export const rebuildShortcutIndexOnExactKey = `
DROP INDEX files_shortcuts;
CREATE INDEX files_shortcuts ON files (owner_key, type, name)
  WHERE instr(metadata, '{"sys:shared_redirect":') > 0 OR instr(metadata, ',"sys:shared_redirect":') > 0;
`
