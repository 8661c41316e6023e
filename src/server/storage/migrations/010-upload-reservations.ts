/** Who has announced an upload through which share, which chunks have begun to arrive, and until when it is reserved. */
export const addUploadReservations = `
ALTER TABLE uploads ADD COLUMN share_id TEXT;
ALTER TABLE uploads ADD COLUMN begun TEXT NOT NULL DEFAULT '[]';
ALTER TABLE uploads ADD COLUMN reserved_until INTEGER NOT NULL DEFAULT 0;
UPDATE uploads SET begun = received;
`
