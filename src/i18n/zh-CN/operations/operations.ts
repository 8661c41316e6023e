import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'
import { restoring } from '#src/i18n/zh-CN/trash/restoring.ts'
import {
  type Operation as About,
  subjectByOperationKind,
  undoneChangeOf,
} from '#src/lib/operation.ts'
import { transfers } from './transfers.ts'
import { zips } from './zips.ts'

const verbs: Readonly<Record<About['kind'], string>> = {
  create: '创建',
  rename: '重命名',
  move: '移动',
  copy: '复制',
  trash: '删除',
  deletePermanently: '永久删除',
  emptyTrash: '清空',
  restore: '还原',
  save: '保存',
  edit: '锁定',
  deleteVersion: '删除',
  saveView: '保存',
  copyView: '复制视图到',
  resetView: '重置',
  upload: '上传',
  download: '下载',
  createLink: '分享',
  editLink: '更改',
  deleteLinks: '删除',
  editLinks: '更改',
}
const number = (value: number) => formatNumber(value, 'zh-CN')

const counted = { item: '项目', folder: '文件夹', link: '链接' }
const things = ({ kind, count }: About) =>
  `${number(count)} 个${counted[subjectByOperationKind[kind]]}`
function subject(about: About): string {
  const { kind, name, count } = about
  if (kind === 'emptyTrash') return '回收站'
  const one = `“${displayName(name)}”${subjectByOperationKind[kind] === 'link' || kind === 'editLink' ? '的链接' : ''}`
  const what = count === 1 ? one : ` ${things(about)}`
  if (kind === 'deleteVersion') return `${what}的一个版本`
  return kind === 'resetView' || kind === 'saveView' ? `${what}的视图` : what
}
/** The verb alone, for messages in which the object is placed between the verb and the count. */
const verbAlone = ({ kind, isShortcut }: About) =>
  kind === 'copyView'
    ? '复制视图'
    : kind === 'resetView'
      ? '重置视图'
      : kind === 'trash' && isShortcut
        ? '移除'
        : verbs[kind]

const place = (to: string) => `到“${to === '' ? '文件' : displayName(to)}”`

const resultTitle = (about: About) => `${verbs[about.kind]}${subject(about)}`

function whichWork({ count, working }: About): string {
  if (!working) return ''
  const { links, visits } = working
  if (links === 0) return count === 1 ? '，已失效' : '，均已失效'
  const which = count === 1 ? '仍有效' : links === count ? '均有效' : `其中 ${number(links)} 个有效`
  return `，${which}，共 ${number(visits)} 次访问`
}

/** After Undo: an item in the trash cannot be renamed, and the old name of one that is moved back may be taken. */
const newNames = ({ newNames = 0 }: About): string =>
  newNames === 0 ? '' : `，其中 ${number(newNames)} 个保留新名称`

/** Says what the user has left out of a restore. */
const leftOut = (about: About): string =>
  about.leftOut === undefined ? '' : `；${number(about.leftOut)} 个留在回收站`

const meanwhile = ({ meanwhile: others = { back: 0, gone: 0 } }: About): string[] => [
  ...(others.back > 0 ? [`${number(others.back)} 个此前已还原`] : []),
  ...(others.gone > 0 ? [`${number(others.gone)} 个已不存在`] : []),
  ...(others.inFolders ? [`${number(others.inFolders)} 个随其文件夹在回收站中`] : []),
]
const exceptions = (about: About) =>
  [newNames(about), leftOut(about), ...meanwhile(about).map((text) => `；${text}`)].join('')

const undoneChanges = {
  restore: '还原',
  move: '移动',
  viewChange: '视图更改',
  linkChange: '更改',
} as const

function partlyDone(about: About, part: number): string {
  const undone = undoneChangeOf(about)
  if (undone)
    return `${things(about)}中已撤销 ${number(part)} 个的${undoneChanges[undone]}${newNames(about)}`
  if (about.kind === 'copyView')
    return `${about.isSaved ? '视图已保存，并复制到' : '视图已复制到'} ${things(about)}中的 ${number(part)} 个`
  const what =
    about.to === undefined
      ? `${things(about)}中已${verbAlone(about)} ${number(part)} 个`
      : `${things(about)}中已有 ${number(part)} 个${verbs[about.kind]}${place(about.to)}`
  return `${what}${exceptions(about)}`
}

/** The verb and what it is about, and the folder where one is named. */
const verbWithPlace = (about: About): string =>
  about.to === undefined
    ? resultTitle(about)
    : `将${subject(about)}${verbs[about.kind]}${place(about.to)}`

export const operations = {
  cannotYet: (about) => `暂时无法${resultTitle(about)}`,
  notDone: (about) => {
    const undone = undoneChangeOf(about)
    return undone
      ? `未撤销${subject(about)}的${undoneChanges[undone]}。`
      : `未${verbWithPlace(about)}。`
  },
  unknown: (about) => `无法确定是否已${verbWithPlace(about)}。`,
  replacedMayBeInTrash: '原本要被它替换的文件可能在回收站中。',
  mayBeCalled: (name) => `它现在的名称可能是“${name}”。`,
  stopped: (notDone) => `已停止：${notDone}`,
  doneAfterWaiting: (about) => `占用已解除，已${resultTitle(about)}。`,
  waiting: (about) => `正在等待${resultTitle(about)}`,
  progress: (about, part) => `正在${verbAlone(about)}：${number(part)} / ${number(about.count)}`,
  done: (about) => {
    const undone = undoneChangeOf(about)
    if (undone === 'linkChange') return `已撤销${subject(about)}的更改`
    return undone && undone !== 'restore'
      ? `已撤销${undoneChanges[undone]}${newNames(about)}`
      : about.kind === 'copyView'
        ? `${about.isSaved ? '视图已保存并复制到' : '视图已复制到'}${subject(about)}`
        : about.isShortcut && about.kind === 'trash'
          ? `已从“分享给我的”中移除${subject(about)}`
          : about.isShared && about.kind === 'trash'
            ? `已将${subject(about)}移到所有者的回收站，只有所有者可以还原`
            : `已${verbWithPlace(about)}${exceptions(about)}`
  },
  notUndone: (about): string => `未能撤销：${operations.done(about)}。`,
  partly: (about, part) => `${partlyDone(about, part)}。`,
  partlyDone,
  meanwhile: (about) => {
    const parts = meanwhile(about)
    return parts.length > 0 ? `${parts.join('、')}。` : ''
  },
  failedCount: (count) => `${number(count)} 个失败`,
  unknownCount: (count) => `${number(count)} 个无法确定是否完成`,
  changedCount: (count) => `${number(count)} 个之后又被更改过，保持不变`,
  waitingCount: (count) => `${number(count)} 个正在等待解锁`,
  followUpCount: (count) => `${number(count)} 个稍后处理`,
  lockedCount: (count) => `${number(count)} 个被锁定`,
  skippedCount: (count) => `${number(count)} 个已跳过`,
  leftCount: (count) => `${number(count)} 个未尝试`,
  outcomes: (counts) => `${counts.join('、')}。`,
  failedSoFar: (count) => `${formatNumber(count, 'zh-CN')} 个失败`,
  lockedSoFar: (count) => `${formatNumber(count, 'zh-CN')} 个被锁定`,
  leftSoFar: (count) => `剩余 ${formatNumber(count, 'zh-CN')} 个`,
  retryLeft: (count) => (count === 1 ? '重试' : `重试 ${number(count)} 个`),
  asking: '正在等待锁定的项目',
  waitingForJob: '正在等待另一项更改',
  stopping: '正在停止',
  undoing: '正在撤销',
  resultTitle,
  delayed: (about) => `正在${resultTitle(about)}${whichWork(about)}`,
  failedItems: '失败',
  changedItems: '之后又被更改过',
  unknownItems: '无法确定是否完成',
  lockedItems: '已锁定',
  leftItems: '未尝试',
  showInFolder: '在文件夹中显示',
  showResult: '显示详情…',
  interrupted: (about, part, mayBeMore) =>
    about.kind === 'deleteLinks'
      ? `${mayBeMore ? '最多 ' : ''}${things({ ...about, count: about.count - part })}未能删除。`
      : `${resultTitle(about)}的操作被中断，${mayBeMore && part === 0 ? `可能已完成${about.count === 1 ? '' : '一部分'}。` : `${mayBeMore ? '至少' : ''}已完成 ${number(part)} 个。`}`,
  unreadable: (about) =>
    `另一版本的 Latchkey ${about ? `对${subject(about)}` : ''}的操作被中断，无法继续：请检查已完成的部分。`,
  forget: '不再提示',
  notForgotten: (about) => `${about ? resultTitle(about) : ''}被中断的记录未能删除，仍列在此处。`,
  interruptedLabel: '被中断的操作',
  resumeJob: ({ kind }) => (kind === 'deleteLinks' ? '删除' : '检查并继续'),
  dismiss: ({ kind }) => (kind === 'deleteLinks' ? '保留' : '不继续'),
  restoring,
  transfers,
  zips,
} satisfies Messages['operations']
