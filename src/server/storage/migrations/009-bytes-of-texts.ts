/**
 * SQL for the bytes of metadata and view that a row of `files` counts for its owner: all of them but the id of an upload
 * session, which is the service's.
 */
const textBytes = (row: string) =>
  `ifnull(octet_length(iif(instr(${row}.metadata, '"sys:upload_session_id":') > 0 AND json_valid(${row}.metadata),
    nullif(json_remove(${row}.metadata, '$."sys:upload_session_id"'), '{}'), ${row}.metadata)), 0)
    + ifnull(octet_length(${row}.view), 0)`

/** Metadata and views count as used, in bytes. */
export const countBytesOfTexts = `
UPDATE users SET used = used + (SELECT ifnull(sum(${textBytes('files')}), 0) FROM files WHERE owner_key = users.key);
CREATE TRIGGER texts_added AFTER INSERT ON files WHEN new.metadata IS NOT NULL OR new.view IS NOT NULL BEGIN
  UPDATE users SET used = used + ${textBytes('new')} WHERE key = new.owner_key;
END;
CREATE TRIGGER texts_removed AFTER DELETE ON files WHEN old.metadata IS NOT NULL OR old.view IS NOT NULL BEGIN
  UPDATE users SET used = used - (${textBytes('old')}) WHERE key = old.owner_key;
END;
CREATE TRIGGER texts_changed AFTER UPDATE OF metadata, view, owner_key ON files BEGIN
  UPDATE users SET used = used - (${textBytes('old')}) WHERE key = old.owner_key;
  UPDATE users SET used = used + ${textBytes('new')} WHERE key = new.owner_key;
END;
`
