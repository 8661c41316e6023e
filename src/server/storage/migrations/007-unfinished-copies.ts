/** Copies whose request has not finished; the next start removes them. */
export const addUnfinishedCopies =
  'CREATE TABLE unfinished_copies (file_key INTEGER PRIMARY KEY REFERENCES files (key) ON DELETE CASCADE) STRICT'
