import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { formatNumber } from '#src/i18n/plural.ts'

const n = (value: number) => formatNumber(value, 'zh-CN')

export const restoring = {
  title: (done, total) => `已还原 ${n(done)} / ${n(total)} 个`,
  allTitle: (total) => `已还原 ${n(total)} 个项目`,
  allRestored: '已全部还原。',
  replacedFiles: (count) => `被替换的 ${n(count)} 个文件在回收站中。`,
  leftOut: (count) => `按你的选择，${n(count)} 个留在回收站中。`,
  restInTrash: '没有丢失任何内容，其余的仍在回收站中。',
  nothingLost: '没有丢失任何内容。',
  nothingLeft: '其余项目无法还原。',
  stagingFolderName: (when) => `已还原 ${when}`,
  nameTaken: '名称已被占用',
  skipped: '已跳过',
  folderMissing: '文件夹已不存在',
  noPlace: '原位置无法使用',
  stillLocked: '仍被锁定',
  lockedAndSkipped: '被锁定，已跳过',
  waiting: '正在等待解锁',
  unknown: '无法确定是否已还原',
  notAttempted: '未尝试',
  gone: '已不在回收站中',
  other: '未能还原',
  goneText: '它已被永久删除，或者随所在的文件夹一起在回收站中。',
  placeUnknown: '原位置未知',
  placeNoFolder: (place) => `${place} 现在不是文件夹`,
  placeMissing: (place) => `${place} 已不存在`,
  lockedText: '正在使用中。重试时会询问如何处理。',
  staged: '它已离开回收站，但尚未到达目标文件夹。',
  recreate: '重新创建文件夹',
  recreateAll: (count) => (count === 1 ? '重新创建文件夹' : `重新创建 ${n(count)} 个文件夹`),
  rename: '重命名',
  newName: (name) => `${name} 的新名称`,
  chooseFolder: '选择文件夹…',
  chooseFolderAll: (count) => `为全部 ${n(count)} 个选择文件夹…`,
  showWhere: '显示它的位置',
  undo: '撤销还原',
  more: (count) => `另有 ${n(count)} 个项目`,
  moreFolders: (count) => `另有 ${n(count)} 个文件夹`,

  planTitle: (count) => `还原 ${n(count)} 个项目`,
  planText: (taken, missing) =>
    `${[
      ...(taken > 0 ? [`${n(taken)} 个名称已被占用`] : []),
      ...(missing > 0 ? [`${n(missing)} 个文件夹已不存在`] : []),
    ].join('、')}。`,
  planMissing: (folders, count) =>
    `重新创建缺失的${folders === 1 ? '' : ` ${n(folders)} 个`}文件夹（涉及 ${n(count)} 个项目）`,
  showFolders: (count) => (count === 1 ? '显示文件夹' : `显示 ${n(count)} 个文件夹`),
  planStay: (count) => `${n(count)} 个项目留在回收站中。`,
  ruleHints: {
    keepBoth: () => '还原的项目会得到新名称，例如“名称 (2)”。',
    newer: () => '保留最后修改的文件，较旧的在回收站中。无法比较时保留两者。',
    replace: (count, kept) => {
      const isAll = count === kept.length
      const replaced = isAll
        ? ''
        : kept.length === 1
          ? '现有文件移到回收站，但'
          : '现有文件移到回收站。'
      if (kept.length === 0) return replaced
      return kept.length === 1
        ? `${replaced}“${displayName(kept[0] ?? '')}”会与现有的同名项目一起保留。`
        : `${replaced}${isAll ? '' : '其中 '}${n(kept.length)} 个项目会与现有的同名项目一起保留。`
    },
    skip: (count) => `${count === 1 ? '它' : `${n(count)} 个`}留在回收站中。`,
  },
  planIsPartial: (unknown, folders) =>
    `${folders === 1 ? '文件夹' : `${n(folders)} 个文件夹中有 ${n(unknown)} 个`}未能及时检查，其中的冲突会在还原后显示。`,
  leaveAll: (count) => (count === 1 ? '留在回收站中' : `${n(count)} 个都留在回收站中`),
  destinations: () => '还原位置',
  isMissing: '已不存在',
  confirm: (count) => `还原 ${n(count)} 个项目`,
} satisfies Messages['operations']['restoring']
