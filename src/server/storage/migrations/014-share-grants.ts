/** What an upload or a lock was begun by. Uploads of visitors that have none are over. */
export const addShareGrants = `
ALTER TABLE uploads ADD COLUMN share_grant TEXT;
ALTER TABLE locks ADD COLUMN share_grant TEXT;
UPDATE uploads SET expires_at = 0 WHERE user_key <> (SELECT owner_key FROM files WHERE key = uploads.file_key);
`
