/** Contents that are forgotten but not yet removed. */
export const addDiscardedContents =
  'CREATE TABLE discards (entity_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID'
