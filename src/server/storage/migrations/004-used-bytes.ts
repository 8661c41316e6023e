/** Bytes used by each owner, stored because every upload reads it twice. */
export const addUsedBytes = `
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
`
