import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'zh-CN')

export const locks = {
  inUse: (count) => `有 ${number(count)} 个项目正在使用中。`,
  stillInUse: (count) => `仍有 ${number(count)} 个项目正在使用中。`,
  inUseUnnamed: '所需的内容正在使用中，服务未说明是哪一项。',
  noneMine: '只有所有者可以解锁。您可以等待，或重试。',
  list: '被锁定的项目',
  unnamed: '未命名项目',
  myFiles: '文件',
  sharedFiles: '与您共享',
  trash: '回收站',
  viewer: (name) => `已在 ${displayName(name)} 中打开`,
  viewerUnknown: '已在某个应用中打开',
  dav: 'WebDAV 客户端',
  upload: '正在上传',
  operation: '另一项操作正在进行',
  unknownApp: '被未知应用占用',
  holderUnknown: '未说明占用者',
  quoted: (text) => `“${displayName(text)}”`,
  heldBy: (what, person) => `${what}（${displayName(person)}）`,
  byYou: '您本人',
  onlyOwner: '只有所有者可以解锁',
  allMine: (count) => `解锁您的全部 ${number(count)} 项`,
  select: (name) => `解锁 ${displayName(name)}`,
  more: (count) => `以及另外 ${number(count)} 项`,
  losesEdits: '解锁可能会丢失尚未保存的更改。打开该文件的人会收到提示。',
  losesEditsOf: (person) =>
    `解锁可能会丢失 ${displayName(person)} 尚未保存的更改。对方会收到解锁提示。`,
  mayReplaceEdits:
    '解锁可能会丢失尚未保存的更改。打开该文件的人不会收到提示；如果对方保存，其版本可能会替换您的版本。',
  mayReplaceEditsOf: (person) =>
    `解锁可能会丢失 ${displayName(person)} 尚未保存的更改。对方不会收到提示；如果对方保存，其版本可能会替换您的版本。`,
  losesUpload: '正在进行的上传将会丢失，需要重新开始。',
  losesDav: 'WebDAV 客户端下次保存将失败，或以旧名称另存一份文件。',
  losesUnknown: '占用者可能会丢失尚未保存的更改。如果占用者保存，其版本可能会替换您的版本。',
  losesSeveral: '这些地方尚未保存的更改可能会丢失。',
  losesMixed: '这些地方尚未保存的更改以及正在进行的上传可能会丢失。',
  alsoReplaces: (lost) => `${lost}之后在那里保存的内容可能会替换您的版本。`,
  alsoForRest: '后续出现的锁定也直接解锁，不再询问',
  unlock: '解锁并重试',
  skip: '跳过锁定项',
  wait: '等待',
  working: {
    unlock: '正在解锁并重试',
    retry: '正在重试',
    skip: '正在跳过锁定项并继续',
  },
  unlockFailed: '未能解锁。',
  queued: (count) => `此后还有 ${number(count)} 项操作等待您的决定。`,
  tray: '正在等待锁定的项目',
  nextTry: (seconds) => `${number(seconds)} 秒后重试`,
  trying: '正在重试',
  waitingForNetwork: '恢复联网后继续',
  tryNow: '立即重试',
  show: '显示',
} satisfies Messages['locks']
