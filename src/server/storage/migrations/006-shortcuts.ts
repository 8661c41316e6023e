/** Shortcuts to shares, which are listed together wherever they are. */
export const indexShortcuts = `CREATE INDEX files_shortcuts ON files (owner_key, type, name) WHERE instr(metadata, '"sys:shared_redirect":') > 0`
