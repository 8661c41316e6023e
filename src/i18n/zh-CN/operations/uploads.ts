import type { UploadsMessages } from '#src/i18n/en/operations/uploads.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'zh-CN')
const files = (count: number) => `${number(count)} 个文件`

export const uploads = {
  title: '上传',
  reading: (count) => `正在读取，目前 ${files(count)}`,
  uploading: (count) => `正在上传 ${files(count)}`,
  uploaded: (count) => `已上传 ${files(count)}`,
  pausedTitle: (count) => `${files(count)}已暂停`,
  failedTitle: (count) => `${files(count)}未能上传`,
  unfinishedTitle: (count) => `${number(count)} 个上传尚未完成`,
  doneOf: (done, total) => `已上传 ${number(done)}/${number(total)}`,
  queue: ({ done, left, choice, isResumed }) => {
    const what = { folder: '该文件夹', files: '这些文件', both: '该文件夹和这些文件' }
    const goOn = `请再次选择${what[choice]}，以继续上传 ${files(left)}`
    return isResumed
      ? `还剩 ${files(left)} · ${goOn}`
      : `已上传 ${number(done)}/${number(done + left)} · ${goOn}`
  },
  queueFolderGone: ({ done, left }) =>
    `已上传 ${number(done)}/${number(done + left)} · 目标文件夹已不存在`,
  folderGone: '目标文件夹已不存在。',
  chooseFolder: '选择文件夹…',
  chooseFiles: '选择文件…',
  resumeFolder: (name) => `继续上传文件夹 ${name}`,
  resumeFiles: (name) => `继续上传 ${name} 的文件`,
  differing: (name, count) =>
    count === 1
      ? `${name} 已不是原来的文件：大小或修改时间不同，因此没有上传。如需按现状上传，请将它上传到其文件夹。`
      : `${name} 和另外 ${files(count - 1)}已不是原来的文件：大小或修改时间不同，因此没有上传。如需按现状上传，请将它们上传到其文件夹。`,
  noneOfThem: '这些都不是待上传的文件：名称、大小或修改时间不同。',
  forget: '不再提示',
  forgetTitle: (left) => `不再提示未上传的 ${files(left)}？`,
  forgetText: (done) => `这里将不再显示。${done === 0 ? '' : `已上传的 ${files(done)}会保留。`}`,
  failedToo: (count) => `${number(count)} 个失败`,
  ofBytes: (sent, size) => `${sent} / ${size}`,
  timeLeft: (seconds) => {
    if (seconds < 10) return '还剩几秒'
    if (seconds < 60) return `约剩 ${Math.ceil(seconds / 10) * 10} 秒`
    if (seconds < 3600) return `约剩 ${Math.round(seconds / 60)} 分钟`
    return `约剩 ${Math.round(seconds / 3600)} 小时`
  },
  expand: '显示文件',
  collapse: '收起文件',
  pauseAll: '全部暂停',
  resumeAll: '全部继续',
  cancelAll: '全部取消…',
  clear: '清空列表',
  close: '关闭上传列表',
  pause: (name) => `暂停 ${name}`,
  resume: (name) => `继续 ${name}`,
  cancel: (name) => `取消 ${name}`,
  retry: (name) => `重试 ${name}`,
  remove: (name) => `从列表中移除 ${name}`,
  startAgain: '重新开始',
  chooseAgain: '选择文件…',
  cancelAllTitle: (count) => `取消 ${number(count)} 个上传？`,
  cancelAllText: (count) =>
    `${count === 1 ? '该' : '这些'}文件已发送的部分会丢失，已完成的文件会保留。`,
  cancelThem: () => '取消上传',
  keepUploading: '继续上传',
  states: {
    waiting: '等待中',
    paused: '已暂停',
    done: '已上传',
    unfinished: '请再次选择该文件以继续',
  },
  otherFile: (name) => `这不是之前上传的那个文件：名称、大小或修改时间不同。请再次选择 ${name}。`,
  failures: {
    unreadable: '浏览器无法读取该文件，它可能已被移动、删除或受到保护。',
    unreadableFolder: '浏览器未能读取该文件夹的全部内容，其中可能有项目未上传。',
    changed: '文件在上传期间已更改，已上传的部分没有保留。',
    locked: '其文件或文件夹已被锁定。',
    unlocked: '已取消。已解锁的项目不会重新锁定。',
    folderGone: '其文件夹已不在那里。重试即可选择其他文件夹。',
    lockLost: '有人解锁了此文件，上传已停止。',
    sessionLost: '服务丢失了已上传的部分，需要重新开始上传。',
    expired: '上传用时过长，需要重新开始。',
    incomplete: '存储没有保留完整的文件，需要重新开始上传。',
    externalStorage: '它的存储位于另一个地址，本页面不能使用。',
    storageUnreachable: (origin) =>
      `无法连接位于 ${origin} 的存储。它可能已停止服务，或不允许本页面访问。`,
    storageHidesTag: (origin) =>
      `位于 ${origin} 的存储没有为本页面配置好：其 CORS 规则必须公开 ETag 标头。`,
    storageRefused: (origin, code) => `位于 ${origin} 的存储拒绝了该文件（${code}）。`,
    type: '这里不允许此类型的文件。',
    tooLarge: (most) => `文件过大，最大为 ${most}。`,
    nameEmpty: '文件需要一个名称。',
    nameDots: '名称不能只是一个或两个点。',
    nameCharacters: '名称不能包含 \\ / : * ? " < > |',
    nameLong: '名称过长，最多 255 字节。',
  },
  conflictTitle: (count) => `这里已有 ${number(count)} 个同名文件`,
  conflictText: (count, total) =>
    count === total ? '要如何处理正在上传的文件？' : `其余 ${files(total - count)}都会上传。`,
  replaceHint: ({ kept, lost, unknown, oldestGoes, max }) => {
    if (unknown > 0) return '无法得知原内容是否会作为旧版本保留：它可能会丢失。'
    if (kept === 0) return '原内容将会丢失。'
    const stay =
      lost > 0 ? `${files(lost)}的原内容将会丢失，其余作为旧版本保留。` : '原内容作为旧版本保留。'
    if (oldestGoes === 0) return stay
    return oldestGoes === undefined
      ? `${stay}每个文件保留最新的 ${number(max)} 个版本。`
      : `${stay}${files(oldestGoes)}最旧的版本将会丢失：只保留 ${number(max)} 个。`
  },
  keepBothHint: (count, what) =>
    `${count === 1 ? '新' : '这些新'}${what === 'file' ? '文件' : '项目'}会加上编号，例如“名称 (2)”。`,
  replaceUnfinishedHint: '另一个文件已发送的部分将会丢失。',
  newerHint: (count) => `${count === 1 ? '这里的文件较新时' : '这里较新的文件'}保持不变。`,
  confirmUpload: (count) => `上传 ${number(count)} 个文件`,
  isRunning: '正在上传',
  coming: '要上传的',
  otherSize: (before, now) => `替换未完成的上传（${before}），此文件为 ${now}`,
  otherDate: '替换此文件另一日期的未完成上传',
  skipHint: (count) => `这里的${count === 1 ? '' : ` ${number(count)} 个`}文件保持不变。`,
  noSpaceTitle: '空间不足',
  noSpaceText: (count, needed, free) =>
    `${count === 1 ? '此文件' : '这些文件'}需要 ${needed}，剩余空间为 ${free}。没有上传任何文件。`,
  externalStorageTitle: '无法上传到这里',
  externalStorageText: '此文件夹的存储位于另一个地址，本页面无法向其发送文件。',
  understood: '知道了',
} satisfies UploadsMessages
