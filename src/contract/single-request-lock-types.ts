/** Application types whose locks last only as long as one request of the service. */
export const singleRequestLockTypes: ReadonlySet<string> = new Set([
  'create',
  'rename',
  'softDelete',
  'delete',
  'moveCopy',
  'updateMetadata',
  'versionControl',
  'setPermission',
  'mount',
  'relocate',
])
