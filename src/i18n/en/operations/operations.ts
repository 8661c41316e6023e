import { restoring } from '#src/i18n/en/trash/restoring.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber, plural } from '#src/i18n/plural.ts'
import {
  type Operation as About,
  subjectByOperationKind,
  undoneChangeOf,
} from '#src/lib/operation.ts'
import { transfers } from './transfers.ts'
import { zips } from './zips.ts'

const verbs: Readonly<Record<About['kind'], [verb: string, doing: string, done: string]>> = {
  create: ['create', 'Creating', 'created'],
  rename: ['rename', 'Renaming', 'renamed'],
  move: ['move', 'Moving', 'moved'],
  copy: ['copy', 'Copying', 'copied'],
  trash: ['delete', 'Deleting', 'moved to the trash'],
  deletePermanently: ['permanently delete', 'Deleting', 'permanently deleted'],
  emptyTrash: ['empty', 'Emptying', 'emptied'],
  restore: ['restore', 'Restoring', 'restored'],
  save: ['save', 'Saving', 'saved'],
  edit: ['edit', 'Locking', 'locked for you'],
  deleteVersion: ['delete a version of', 'Deleting a version of', 'deleted'],
  saveView: ['save the view of', 'Saving', 'saved'],
  copyView: ['copy the view to', 'Copying the view to', 'copied'],
  resetView: ['reset the view of', 'Resetting the view of', 'reset'],
  upload: ['upload', 'Uploading', 'uploaded'],
  download: ['download', 'Downloading', 'downloaded'],
  createLink: ['share', 'Sharing', 'shared'],
  editLink: ['edit the link to', 'Editing the link to', 'changed'],
  deleteLinks: ['delete', 'Deleting', 'deleted'],
  editLinks: ['change', 'Changing', 'changed'],
}

/** What was interrupted. */
const nouns: Readonly<Record<About['kind'], string>> = {
  create: 'the creation',
  rename: 'the renaming',
  move: 'a move',
  copy: 'a copy',
  trash: 'a deletion',
  deletePermanently: 'a deletion',
  emptyTrash: 'a deletion',
  restore: 'a restore',
  edit: 'an edit',
  save: 'the saving',
  deleteVersion: 'a deletion',
  saveView: 'the saving',
  copyView: 'copying the view',
  resetView: 'resetting the view',
  upload: 'an upload',
  download: 'a download',
  createLink: 'a link',
  editLink: 'an edit of a link',
  deleteLinks: 'a deletion',
  editLinks: 'a change',
}

const interruptedJob = (about: About): string =>
  `${capital(nouns[about.kind])} ${about.kind === 'copyView' ? 'to' : 'of'} ${things(about)}`

const counted = {
  item: { one: '# item', other: '# items' },
  folder: { one: '# folder', other: '# folders' },
  link: { one: '# link', other: '# links' },
}
const things = ({ kind, count }: About) =>
  plural('en', count, counted[subjectByOperationKind[kind]])
const isOfFolders = ({ kind }: About) => subjectByOperationKind[kind] === 'folder'
function subject(about: About): string {
  const { kind, name, count } = about
  if (kind === 'emptyTrash') return 'the trash'
  if (count !== 1) return things(about)
  return `${subjectByOperationKind[kind] === 'link' ? 'the link to ' : ''}“${displayName(name)}”`
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const isOne = ({ kind, count }: About) => count === 1 || kind === 'emptyTrash'
/** What has been done, behind which “saved” or “were not moved” follows. */
function done(about: About, things = subject(about)): string {
  if (about.kind === 'saveView' || about.kind === 'resetView') return `The view of ${things}`
  if (about.kind === 'deleteVersion') return `A version of ${things}`
  return about.kind === 'copyView' ? 'The view' : capital(things)
}

function doneVerb({ kind, isShared, isShortcut }: About): string {
  if (kind === 'trash' && isShortcut) return 'removed from Shared with me'
  return isShared && kind === 'trash' ? 'moved to the owner’s trash' : verbs[kind][2]
}

/** “ to Documents”, where there is a place to name. `things` are the folders that a view is copied to. */
const place = (about: About, things = subject(about)) =>
  about.kind === 'copyView'
    ? ` to ${things}`
    : about.to === undefined
      ? ''
      : ` to ${about.to === '' ? 'Files' : displayName(about.to)}`

/** A sentence about so many items, without its full stop. */
const ifAny = (count: number | undefined, forms: { one: string; other: string }): string[] =>
  count ? [plural('en', count, forms)] : []

/** What became before of items that were to be restored too. */
const meanwhile = ({ meanwhile: others }: About): string[] => [
  ...ifAny(others?.back, { one: '# was back already', other: '# were back already' }),
  ...ifAny(others?.gone, { one: '# no longer exists', other: '# no longer exist' }),
  ...ifAny(others?.inFolders, {
    one: '# is in the trash with its folder',
    other: '# are in the trash with their folders',
  }),
]

/** What has been done, and what is different about some of the items, in sentences without their full stops. */
function doneSentences(about: About): [first: string, ...more: string[]] {
  const undone = undoneChangeOf(about)
  if (undone === 'viewChange') return ['View change undone']
  if (undone === 'linkChange') return [`Change of ${subject(about)} undone`]
  if (about.kind === 'copyView') return [`${viewCopied(about)}${place(about)}`]
  const first =
    undone === 'move' ? 'Move undone' : `${done(about)} ${doneVerb(about)}${place(about)}`
  const isInOwnersTrash = about.isShared && about.kind === 'trash'
  return [
    first,
    ...(isInOwnersTrash ? ['Only the owner can restore it'] : []),
    ...exceptions(about),
  ]
}
const exceptions = (about: About): string[] => [
  ...ifAny(about.newNames, { one: '# keeps its new name', other: '# keep their new names' }),
  // The user has chosen that.
  ...ifAny(about.leftOut, { one: '# stays in the trash', other: '# stay in the trash' }),
  ...meanwhile(about),
]

const resultTitle = (about: About) => `${verbs[about.kind][1]} ${subject(about)}`

const visitCount = (count: number) =>
  count === 0 ? 'no visits' : plural('en', count, { one: '# visit', other: '# visits' })

/** It follows “Deleting 3 links” and says which of them work, and how often those were visited. */
function whichWork({ count, working }: About): string {
  if (!working) return ''
  const { links, visits } = working
  if (links === 0) return count === 1 ? ', which is dead' : ', all of them dead'
  if (count === 1) return `, which works and has ${visitCount(visits)}`
  const which = links === count ? 'all' : formatNumber(links, 'en')
  return `, ${which} of them ${links === 1 ? 'works and has' : 'work and have'} ${visitCount(visits)}`
}

const viewCopied = ({ isSaved }: About) => (isSaved ? 'View saved and copied' : 'View copied')

const wasOrWere = (about: About) => (isOne(about) || isOfFolders(about) ? 'was' : 'were')
const part = (about: About, count: number) => `${formatNumber(count, 'en')} of ${things(about)}`

const undoneChanges = {
  restore: 'restore',
  move: 'move',
  viewChange: 'view change',
  linkChange: 'change',
} as const

function partDone(about: About, count: number): string {
  const undone = undoneChangeOf(about)
  if (undone) return `The ${undoneChanges[undone]} of ${part(about, count)} was undone`
  if (about.kind === 'copyView') return `${viewCopied(about)}${place(about, part(about, count))}`
  return isOfFolders(about)
    ? `${done(about, part(about, count))} ${verbs[about.kind][2]}`
    : `${part(about, count)} ${doneVerb(about)}${place(about)}`
}
const partlyDone = (about: About, count: number): string =>
  [partDone(about, count), ...exceptions(about)].join('. ')

export const operations = {
  cannotYet: (about: About) => `Can’t ${verbs[about.kind][0]} ${subject(about)} yet`,
  notDone: (about: About) => {
    const undone = undoneChangeOf(about)
    return undone
      ? `The ${undoneChanges[undone]} of ${subject(about)} was not undone.`
      : `${done(about)} ${wasOrWere(about)} not ${verbs[about.kind][2]}${place(about)}.`
  },
  /** Nobody could be asked about it. The reason follows. */
  unknown: (about: About) =>
    `${done(about)} may or may not have been ${doneVerb(about)}${place(about)}.`,
  /** They follow the name of an item that was not moved or copied. */
  replacedMayBeInTrash: 'The file that it was to replace may be in the trash.',
  mayBeCalled: (name: string) => `It may be called “${name}” now.`,
  /** `notDone` is such as “… was not moved.” */
  stopped: (notDone: string) => `Stopped: ${notDone}`,
  doneAfterWaiting: (about: About) =>
    `${isOne(about) ? 'It is' : 'They are'} free again: ${done(about)} ${wasOrWere(about)} ${verbs[about.kind][2]}${about.kind === 'copyView' ? place(about) : ''}.`,
  waiting: (about: About) => `Waiting to ${verbs[about.kind][0]} ${subject(about)}`,
  /** “Deleting 128 of 412”. */
  progress: (about: About, count: number) =>
    `${verbs[about.kind][1]} ${formatNumber(count, 'en')} of ${formatNumber(about.count, 'en')}`,
  /** One sentence has no full stop. */
  done: (about: About) => {
    const [first, ...more] = doneSentences(about)
    return more.length > 0 ? `${[first, ...more].join('. ')}.` : first
  },
  notUndone: (about: About) => `This could not be undone: ${doneSentences(about).join('. ')}.`,
  partly: (about: About, count: number) => `${partlyDone(about, count)}.`,
  /** The title of a result. */
  partlyDone,
  meanwhile: (about: About) =>
    meanwhile(about)
      .map((text) => `${text}.`)
      .join(' '),
  /** Parts of one sentence, joined by `outcomes`. */
  failedCount: (count: number) => plural('en', count, { other: '# failed' }),
  unknownCount: (count: number) => plural('en', count, { other: '# may or may not be done' }),
  changedCount: (count: number) =>
    plural('en', count, {
      one: '# has been changed since and stays as it is',
      other: '# have been changed since and stay as they are',
    }),
  waitingCount: (count: number) =>
    plural('en', count, {
      one: '# is waiting to be unlocked',
      other: '# are waiting to be unlocked',
    }),
  followUpCount: (count: number) =>
    plural('en', count, { one: '# is still to be done', other: '# are still to be done' }),
  lockedCount: (count: number) =>
    plural('en', count, {
      one: '# is locked',
      other: '# are locked',
    }),
  skippedCount: (count: number) =>
    plural('en', count, { one: '# was skipped', other: '# were skipped' }),
  leftCount: (count: number) =>
    plural('en', count, { one: '# was not attempted', other: '# were not attempted' }),
  outcomes: (counts: readonly string[]) => `${counts.join(', ')}.`,
  /** It follows “Deleting 128 of 412” while the batch runs. */
  failedSoFar: (count: number) => plural('en', count, { other: '# failed' }),
  lockedSoFar: (count: number) => plural('en', count, { other: '# locked' }),
  leftSoFar: (count: number) => plural('en', count, { other: '# left' }),
  retryLeft: (count: number) => (count === 1 ? 'Retry' : plural('en', count, { other: 'Retry #' })),
  asking: 'Waiting for locked items',
  stopping: 'Stopping',
  waitingForJob: 'Waiting for another change',
  undoing: 'Undoing',
  resultTitle,
  /** It is sent in a moment, and can be taken back until then. */
  delayed: (about: About) => `${resultTitle(about)}${whichWork(about)}`,
  failedItems: 'Failed',
  changedItems: 'Changed since',
  unknownItems: 'May or may not be done',
  lockedItems: 'Locked',
  leftItems: 'Not attempted',
  showInFolder: 'Show in folder',
  showResult: 'Show details…',
  /** A reload or a crash cut it off. */
  interrupted: (about: About, count: number, mayBeMore: boolean) =>
    about.kind === 'deleteLinks'
      ? `${mayBeMore ? 'Up to ' : ''}${things({ ...about, count: about.count - count })} ${about.count - count === 1 ? 'was' : 'were'} not deleted.`
      : `${interruptedJob(about)} was interrupted. ${mayBeMore && count === 0 ? `${about.count === 1 ? 'It' : 'Some'} may be done.` : `${mayBeMore ? 'At least ' : ''}${plural('en', count, { one: '# is done.', other: '# are done.' })}`}`,
  /** Another version of the page began it, and this one cannot go on with it. */
  unreadable: (about: About | undefined) =>
    `What another version of Latchkey was doing${about ? ` with ${subject(about)}` : ''} was interrupted and can’t be resumed: check what is done.`,
  forget: 'Forget',
  notForgotten: (about: About | undefined) =>
    `${about ? interruptedJob(about) : 'What was interrupted'} could not be forgotten, and is still listed.`,
  interruptedLabel: 'Interrupted',
  resumeJob: ({ kind }: About): string => (kind === 'deleteLinks' ? 'Delete' : 'Check and resume'),
  dismiss: ({ kind }: About): string => (kind === 'deleteLinks' ? 'Keep' : 'Don’t resume'),
  restoring,
  transfers,
  zips,
}
