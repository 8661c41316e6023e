import type { LaterGroup, Messages } from './messages.ts'
import { common } from './zh-CN/common.ts'
import { frame } from './zh-CN/frame.ts'
import { shares } from './zh-CN/shares.ts'

export const zhCN = { common, frame, shares } satisfies Omit<Messages, LaterGroup>

export const zhCNLater: { [Group in LaterGroup]: () => Promise<Messages[Group]> } = {
  account: async () => (await import('./zh-CN/account.ts')).account,
  editor: async () => (await import('./zh-CN/editor.ts')).editor,
  errors: async () => (await import('./zh-CN/errors.ts')).errors,
  files: async () => (await import('./zh-CN/files.ts')).files,
  itemDetails: async () => (await import('./zh-CN/item-details.ts')).itemDetails,
  keys: async () => (await import('./zh-CN/keys.ts')).keys,
  kinds: async () => (await import('./zh-CN/kinds.ts')).kinds,
  landing: async () => (await import('./zh-CN/landing.ts')).landing,
  locks: async () => (await import('./zh-CN/locks.ts')).locks,
  operations: async () => (await import('./zh-CN/operations.ts')).operations,
  picking: async () => (await import('./zh-CN/picking.ts')).picking,
  search: async () => (await import('./zh-CN/search.ts')).search,
  shareDetails: async () => (await import('./zh-CN/share-details.ts')).shareDetails,
  shareForm: async () => (await import('./zh-CN/share-form.ts')).shareForm,
  signIn: async () => (await import('./zh-CN/sign-in.ts')).signIn,
  times: async () => (await import('./zh-CN/times.ts')).times,
  toasts: async () => (await import('./zh-CN/toasts.ts')).toasts,
  trash: async () => (await import('./zh-CN/trash.ts')).trash,
  uploads: async () => (await import('./zh-CN/uploads.ts')).uploads,
  viewer: async () => (await import('./zh-CN/viewer.ts')).viewer,
  viewSettings: async () => (await import('./zh-CN/view-settings.ts')).viewSettings,
}
