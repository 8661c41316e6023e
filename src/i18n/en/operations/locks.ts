import { displayName } from '#src/i18n/names.ts'
import { plural } from '#src/i18n/plural.ts'

export const locks = {
  inUse: (count: number) => plural('en', count, { one: '# is locked.', other: '# are locked.' }),
  stillInUse: (count: number) =>
    plural('en', count, { one: '# is still locked.', other: '# are still locked.' }),
  inUseNamed: (name: string) => `“${displayName(name)}” is in use.`,
  inUseUnnamed: 'Something it needs is in use. The service does not say what.',
  noneMine: (count: number, owner?: string) =>
    `Only ${owner === undefined ? 'the owner' : displayName(owner)} can unlock ${count === 1 ? 'it' : 'them'}. You can wait, or retry.`,
  locked: 'Locked',
  waitingToRename: 'Renamed once it is unlocked',
  list: 'What is locked',
  unnamed: 'Unnamed item',
  myFiles: 'Files',
  sharedFiles: 'Shared with me',
  trash: 'Trash',
  viewer: (name: string) => `Open in ${displayName(name)}`,
  viewerUnknown: 'Open in an app',
  dav: 'Network drive',
  davOn: (device: string) => `Network drive on ${displayName(device)}`,
  upload: 'Being uploaded',
  operation: 'Another operation is running',
  lockedBy: (app: string) => `Locked by “${displayName(app)}”`,
  holderUnknown: 'Locked by an unknown app',
  quoted: (text: string) => `“${displayName(text)}”`,
  heldBy: (what: string, person: string) => `${what} · ${displayName(person)}`,
  heldByYou: (what: string) => `${what} by you`,
  byYou: 'by you',
  onlyOwner: (owner?: string) =>
    `Only ${owner === undefined ? 'the owner' : displayName(owner)} can unlock it`,
  allMine: (count: number) => plural('en', count, { other: 'Unlock #' }),
  select: (name: string) => `Unlock ${displayName(name)}`,
  more: (count: number) =>
    plural('en', count, { one: 'and # more item', other: 'and # more items' }),
  losesEdits: 'Unsaved changes may be lost. Whoever has it open will be told.',
  losesEditsOf: (person: string) =>
    `Unsaved changes of ${displayName(person)} may be lost. ${displayName(person)} will be told that it was unlocked.`,
  losesEditsUntold: 'Unsaved changes may be lost. Whoever has it open is not told.',
  losesEditsUntoldOf: (person: string) =>
    `Unsaved changes of ${displayName(person)} may be lost. ${displayName(person)} will not be told.`,
  mayReplaceEdits:
    'Unsaved changes may be lost. Whoever has it open is not told: if they save, their version may replace yours.',
  mayReplaceEditsOf: (person: string) =>
    `Unsaved changes of ${displayName(person)} may be lost. ${displayName(person)} will not be told. If ${displayName(person)} saves later, that may replace yours.`,
  losesUpload: 'The upload in progress will be lost and has to start again.',
  losesDav: 'The next save from the network drive will fail or create a second file.',
  losesDavOf: (person: string) =>
    `${displayName(person)}’s next save will fail or create a second file.`,
  losesUnknown: 'Unsaved changes may be lost.',
  mayReplaceUnknown:
    'Unsaved changes may be lost. If the app that locked it saves, its version may replace yours.',
  losesSeveral: 'Unsaved changes may be lost.',
  losesMixed: 'Unsaved changes and uploads in progress may be lost.',
  alsoReplaces: 'What is saved there later may replace your version.',
  staysUnlocked: 'What you unlocked stays unlocked.',
  alsoForRest: 'Also unlock others found on the way',
  unlock: 'Unlock and retry',
  skip: 'Skip locked',
  wait: 'Wait',
  skipOrCancel: (count: number) =>
    plural('en', count, {
      one: 'Skip leaves it as it is, and that settles it. Cancel stops here: you can retry it later.',
      other:
        'Skip leaves the # as they are, and that settles it. Cancel stops here: you can retry them later.',
    }),
  working: {
    unlock: 'Unlocking and retrying',
    retry: 'Retrying',
    skip: 'Skipping locked items',
  },
  unlockFailed: 'It could not be unlocked.',
  queued: (count: number) =>
    plural('en', count, {
      one: 'One more operation is waiting for your answer.',
      other: '# more operations are waiting for your answer.',
    }),
  tray: 'Waiting for locked items',
  nextTry: (seconds: number) =>
    plural('en', seconds, { one: 'Next retry in # second', other: 'Next retry in # seconds' }),
  trying: 'Retrying now',
  waitingForNetwork: 'Continues when you are back online',
  show: 'Show',
}
