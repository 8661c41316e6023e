import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'zh-CN')

export const locks = {
  inUse: (count) => `${number(count)} 个被锁定。`,
  stillInUse: (count) => `仍有 ${number(count)} 个被锁定。`,
  inUseNamed: (name) => `“${displayName(name)}”正在使用中。`,
  inUseUnnamed: '所需的内容正在使用中，服务未说明是哪一项。',
  noneMine: (_count, owner) =>
    `只有${owner === undefined ? '所有者' : ` ${displayName(owner)} `}可以解锁。你可以等待，或重试。`,
  locked: '已锁定',
  waitingToRename: '解锁后重命名',
  list: '被锁定的项目',
  unnamed: '未命名项目',
  myFiles: '文件',
  sharedFiles: '分享给我的',
  trash: '回收站',
  viewer: (name) => `已在 ${displayName(name)} 中打开`,
  viewerUnknown: '已在某个应用中打开',
  dav: '网络驱动器',
  davOn: (device) => `${displayName(device)} 上的网络驱动器`,
  upload: '正在上传',
  operation: '另一项操作正在进行',
  lockedBy: (app) => `被“${displayName(app)}”锁定`,
  holderUnknown: '被未知应用锁定',
  quoted: (text) => `“${displayName(text)}”`,
  heldBy: (what, person) => `${what}（${displayName(person)}）`,
  heldByYou: (what) => `${what}（你本人）`,
  byYou: '你本人',
  onlyOwner: (owner) => `只有${owner === undefined ? '所有者' : ` ${displayName(owner)} `}可以解锁`,
  allMine: (count) => `解锁 ${number(count)} 项`,
  select: (name) => `解锁 ${displayName(name)}`,
  more: (count) => `另有 ${number(count)} 个项目`,
  losesEdits: '未保存的更改可能会丢失。打开该文件的人会收到提示。',
  losesEditsOf: (person) => `${displayName(person)} 未保存的更改可能会丢失。对方会收到解锁提示。`,
  losesEditsUntold: '未保存的更改可能会丢失。打开该文件的人不会收到提示。',
  losesEditsUntoldOf: (person) =>
    `${displayName(person)} 未保存的更改可能会丢失。对方不会收到提示。`,
  mayReplaceEdits:
    '未保存的更改可能会丢失。打开该文件的人不会收到提示；如果对方保存，其版本可能会替换你的版本。',
  mayReplaceEditsOf: (person) =>
    `${displayName(person)} 未保存的更改可能会丢失。对方不会收到提示；如果对方保存，其版本可能会替换你的版本。`,
  losesUpload: '正在进行的上传将会丢失，需要重新开始。',
  losesDav: '下次从网络驱动器保存将失败，或另存为一个新文件。',
  losesDavOf: (person) => `${displayName(person)} 的下次保存将失败，或另存为一个新文件。`,
  losesUnknown: '未保存的更改可能会丢失。',
  mayReplaceUnknown: '未保存的更改可能会丢失。如果锁定它的应用保存，其版本可能会替换你的版本。',
  losesSeveral: '未保存的更改可能会丢失。',
  losesMixed: '未保存的更改和正在进行的上传可能会丢失。',
  alsoReplaces: '之后在那里保存的内容可能会替换你的版本。',
  staysUnlocked: '已解锁的项目不会重新锁定。',
  alsoForRest: '途中遇到的其他锁定也一并解锁',
  unlock: '解锁并重试',
  skip: '跳过锁定项',
  wait: '等待',
  skipOrCancel: (count) =>
    `跳过：${number(count)} 个保持原样，不再处理。取消：在此停止，之后可以重试。`,
  working: {
    unlock: '正在解锁并重试',
    retry: '正在重试',
    skip: '正在跳过锁定项',
  },
  unlockFailed: '未能解锁。',
  queued: (count) => `还有 ${number(count)} 项操作等待你的决定。`,
  tray: '正在等待锁定的项目',
  nextTry: (seconds) => `${number(seconds)} 秒后重试`,
  trying: '正在重试',
  waitingForNetwork: '恢复联网后继续',
  show: '显示',
} satisfies Messages['locks']
