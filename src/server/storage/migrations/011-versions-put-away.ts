/** When somebody else's write took the place of a version of the owner. */
export const addReplacedVersionTimes = 'ALTER TABLE entities ADD COLUMN put_away_at INTEGER'
