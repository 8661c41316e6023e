/** What was granted through a share before its epoch was raised is void. */
export const addShareEpochs = `
ALTER TABLE shares ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER shares_password AFTER UPDATE OF password ON shares WHEN old.password IS NOT new.password BEGIN
  UPDATE shares SET epoch = epoch + 1 WHERE key = new.key;
END;
`
