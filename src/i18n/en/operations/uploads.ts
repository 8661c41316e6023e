import { formatNumber, plural } from '#src/i18n/plural.ts'

type Queue = {
  readonly done: number
  readonly left: number
  readonly choice: 'folder' | 'files' | 'both'
  readonly isResumed: boolean
}

type OldContents = {
  readonly kept: number
  readonly lost: number
  readonly unknown: number
  /** Undefined when it was not counted. */
  readonly oldestGoes: number | undefined
  readonly max: number
}

const files = (count: number) => plural('en', count, { one: '# file', other: '# files' })

export const uploads = {
  title: 'Uploads',
  reading: (count: number) => `Reading: ${files(count)} so far`,
  uploading: (count: number) => `Uploading ${files(count)}`,
  uploaded: (count: number) => `${files(count)} uploaded`,
  pausedTitle: (count: number) => `${files(count)} paused`,
  failedTitle: (count: number) =>
    plural('en', count, {
      one: '# file could not be uploaded',
      other: '# files could not be uploaded',
    }),
  unfinishedTitle: (count: number) =>
    plural('en', count, { one: '# upload to finish', other: '# uploads to finish' }),
  /** How many of the files that were to be uploaded before a reload are done. */
  doneOf: (done: number, total: number) =>
    `${formatNumber(done, 'en')} of ${formatNumber(total, 'en')} uploaded`,
  /** Files that a reload left behind. */
  queue: ({ done, left, choice, isResumed }: Queue) => {
    const what = { folder: 'the folder', files: 'the files', both: 'the folder and the files' }
    const goOn = `choose ${what[choice]} again to go on with ${formatNumber(left, 'en')}`
    if (isResumed) return `${formatNumber(left, 'en')} more: ${goOn}`
    return `${formatNumber(done, 'en')} of ${formatNumber(done + left, 'en')} uploaded · ${goOn}`
  },
  queueFolderGone: ({ done, left }: Queue) =>
    `${formatNumber(done, 'en')} of ${formatNumber(done + left, 'en')} uploaded · the folder they go to is no longer there`,
  folderGone: 'The folder it goes to is no longer there.',
  chooseFolder: 'Choose folder…',
  chooseFiles: 'Choose files…',
  resumeFolder: (name: string) => `Go on with the folder ${name}`,
  resumeFiles: (name: string) => `Go on with the files of ${name}`,
  /** `name` is that of the first of them. */
  differing: (name: string, count: number) =>
    count === 1
      ? `${name} is another file by now: its size or date differs. It was left out; upload it to its folder to send it as it is.`
      : `${name} and ${formatNumber(count - 1, 'en')} more are other files by now: their size or date differs. They were left out; upload them to their folder to send them as they are.`,
  noneOfThem: 'None of these is left to be uploaded: names, sizes or dates differ.',
  forget: 'Forget',
  forgetTitle: (left: number) =>
    `Forget ${files(left)} that ${left === 1 ? 'was' : 'were'} not uploaded?`,
  forgetText: (done: number, left: number) => {
    const text = `${left === 1 ? 'It is' : 'They are'} no longer offered here.`
    return done === 0
      ? text
      : `${text} ${plural('en', done, { one: 'The # file that is uploaded stays.', other: 'The # files that are uploaded stay.' })}`
  },
  failedToo: (count: number) => `${formatNumber(count, 'en')} failed`,
  ofBytes: (sent: string, size: string) => `${sent} of ${size}`,
  timeLeft: (seconds: number) => {
    if (seconds < 10) return 'a few seconds left'
    if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} s left`
    if (seconds < 3600) return `about ${Math.round(seconds / 60)} min left`
    return `about ${Math.round(seconds / 3600)} h left`
  },
  expand: 'Show the files',
  collapse: 'Hide the files',
  pauseAll: 'Pause all',
  resumeAll: 'Resume all',
  cancelAll: 'Cancel all…',
  clear: 'Clear list',
  close: 'Close uploads',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  retry: (name: string) => `Retry ${name}`,
  remove: (name: string) => `Remove ${name} from the list`,
  startAgain: 'Start again',
  chooseAgain: 'Choose file…',
  cancelAllTitle: (count: number) =>
    `Cancel ${plural('en', count, { one: '# upload', other: '# uploads' })}?`,
  cancelAllText: (count: number) =>
    plural('en', count, {
      one: 'What has been sent of this file so far is lost. Files that are done stay.',
      other: 'What has been sent of these files so far is lost. Files that are done stay.',
    }),
  cancelThem: (count: number) =>
    plural('en', count, { one: 'Cancel upload', other: 'Cancel uploads' }),
  keepUploading: 'Keep uploading',
  states: {
    waiting: 'Waiting',
    paused: 'Paused',
    done: 'Uploaded',
    unfinished: 'Choose the file again to continue',
  },
  otherFile: (name: string) =>
    `Not the same file: its name, size or date differs. Choose ${name} again.`,
  failures: {
    unreadable: 'The browser cannot read the file. It may have been moved, deleted or protected.',
    unreadableFolder: 'The browser could not read all of this folder. Items in it may be missing.',
    changed: 'The file changed during the upload. Nothing was kept.',
    locked: 'Its file or folder is locked.',
    unlocked: 'Cancelled. What you unlocked stays unlocked.',
    folderGone: 'Its folder is no longer there. Retry to choose another one.',
    lockLost: 'Someone unlocked the file, so this upload was stopped.',
    sessionLost: 'The service has lost what was uploaded. The upload has to start again.',
    expired: 'The upload took too long and has to start again.',
    incomplete: 'The storage has not kept all of the file. The upload has to start again.',
    externalStorage: 'Its storage is at another address, which this page cannot use.',
    storageUnreachable: (origin: string) =>
      `Could not reach the storage at ${origin}. It may be down, or not allow this page.`,
    storageHidesTag: (origin: string) =>
      `The storage at ${origin} is not set up for this page: its CORS rules must expose the header ETag.`,
    storageRefused: (origin: string, code: string) =>
      `The storage at ${origin} refused the file (${code}).`,
    type: 'Files of this type are not allowed here.',
    tooLarge: (most: string) => `Too large: ${most} at most.`,
    nameEmpty: 'A file needs a name.',
    nameDots: 'A name cannot be one or two dots.',
    nameCharacters: 'A name cannot contain \\ / : * ? " < > |',
    nameLong: 'The name is too long: 255 bytes at most.',
  },
  conflictTitle: (count: number) =>
    plural('en', count, { one: '# file is already here', other: '# files are already here' }),
  conflictText: (count: number, total: number) =>
    count === total
      ? plural('en', count, {
          one: 'What should happen with the one you are uploading?',
          other: 'What should happen with the ones you are uploading?',
        })
      : plural('en', total - count, {
          one: 'The other one will be uploaded in any case.',
          other: 'The other # will be uploaded in any case.',
        }),
  /** What becomes of the old contents, as far as the service says so. */
  replaceHint: ({ kept, lost, unknown, oldestGoes, max }: OldContents): string => {
    const stay = plural('en', kept, {
      one: 'The old content stays as an earlier version.',
      other: 'The old contents stay as earlier versions.',
    })
    if (unknown > 0)
      return 'Whether the old content stays as an earlier version is not known here: it may be lost.'
    if (kept === 0) {
      return plural('en', lost, {
        one: 'The old content is lost.',
        other: 'The old contents are lost.',
      })
    }
    const ofOthers =
      lost > 0
        ? `${plural('en', lost, { one: 'The old content of # file is lost.', other: 'The old contents of # files are lost.' })} The others stay as earlier versions.`
        : stay
    if (oldestGoes === 0) return ofOthers
    return oldestGoes === undefined
      ? `${ofOthers} Of each file the newest ${formatNumber(max, 'en')} are kept.`
      : `${ofOthers} ${plural('en', oldestGoes, {
          one: `The oldest version of # file is lost: ${formatNumber(max, 'en')} are kept.`,
          other: `The oldest versions of # files are lost: ${formatNumber(max, 'en')} of each are kept.`,
        })}`
  },
  /** `what`: whether folders may be among them. */
  keepBothHint: (count: number, what: 'file' | 'item') =>
    plural('en', count, {
      one: `The new ${what} gets a number, e.g. “name (2)”.`,
      other: `The new ${what}s get numbers, e.g. “name (2)”.`,
    }),
  replaceUnfinishedHint: 'What has been sent of the other file is lost.',
  newerHint: (count: number) => `${count === 1 ? 'If' : 'Where'} the file here is newer, it stays.`,
  confirmUpload: (count: number) =>
    plural('en', count, { one: 'Upload # file', other: 'Upload # files' }),
  isRunning: 'Is being uploaded now',
  coming: 'To be uploaded',
  otherSize: (before: string, now: string) =>
    `Replaces an unfinished upload of ${before}; this file has ${now}`,
  otherDate: 'Replaces an unfinished upload of this file from another date',
  skipHint: (count: number) =>
    plural('en', count, {
      one: 'The file here stays as it is.',
      other: 'The # files here stay as they are.',
    }),
  noSpaceTitle: 'Not enough space',
  noSpaceText: (count: number, needed: string, free: string) =>
    `${count === 1 ? 'This file needs' : 'These files need'} ${needed}, and ${free} is free. Nothing was uploaded.`,
  externalStorageTitle: 'Cannot upload here',
  externalStorageText:
    'This folder is stored at another address. This page cannot send files there.',
  understood: 'OK',
}

export type UploadsMessages = typeof uploads
