/** Without what is in the trash, which has indices of its own. */
export const narrowFolderIndexes = `
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
`
