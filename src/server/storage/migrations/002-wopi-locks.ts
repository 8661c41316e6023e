/** What a WOPI client calls its lock; the token stays the service's own. */
export const addWopiLocks = 'ALTER TABLE locks ADD COLUMN wopi_lock TEXT'
