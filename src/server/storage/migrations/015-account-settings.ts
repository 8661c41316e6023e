/**
 * What users choose for their accounts, whether a sample account has a password of its own by now, and for the list of
 * sign-ins when each was used last and by what (`User-Agent`).
 */
export const addAccountSettings = `
ALTER TABLE users ADD COLUMN has_own_password INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN preferred_theme TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN share_links_in_profile TEXT NOT NULL DEFAULT 'hide_share';
ALTER TABLE users ADD COLUMN version_retention_enabled INTEGER NOT NULL DEFAULT 1;
ALTER TABLE users ADD COLUMN version_retention_ext TEXT NOT NULL DEFAULT '[]';
ALTER TABLE users ADD COLUMN version_retention_max INTEGER NOT NULL DEFAULT 20;
ALTER TABLE families ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE families ADD COLUMN client TEXT NOT NULL DEFAULT '';
UPDATE families SET used_at = created_at;
`
