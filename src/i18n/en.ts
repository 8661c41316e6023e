import { common } from './en/common.ts'
import { frame } from './en/frame.ts'
import { shares } from './en/shares.ts'

/** What the frame and the share list say. The words table of the product is kept here; other languages follow suit. */
export const en = { common, frame, shares }

/** The other groups, each fetched with the code that speaks it. */
export const enLater = {
  account: async () => (await import('./en/account.ts')).account,
  editor: async () => (await import('./en/editor.ts')).editor,
  errors: async () => (await import('./en/errors.ts')).errors,
  files: async () => (await import('./en/files.ts')).files,
  itemDetails: async () => (await import('./en/item-details.ts')).itemDetails,
  keys: async () => (await import('./en/keys.ts')).keys,
  kinds: async () => (await import('./en/kinds.ts')).kinds,
  landing: async () => (await import('./en/landing.ts')).landing,
  locks: async () => (await import('./en/locks.ts')).locks,
  operations: async () => (await import('./en/operations.ts')).operations,
  picking: async () => (await import('./en/picking.ts')).picking,
  search: async () => (await import('./en/search.ts')).search,
  shareDetails: async () => (await import('./en/share-details.ts')).shareDetails,
  shareForm: async () => (await import('./en/share-form.ts')).shareForm,
  signIn: async () => (await import('./en/sign-in.ts')).signIn,
  times: async () => (await import('./en/times.ts')).times,
  toasts: async () => (await import('./en/toasts.ts')).toasts,
  trash: async () => (await import('./en/trash.ts')).trash,
  uploads: async () => (await import('./en/uploads.ts')).uploads,
  viewer: async () => (await import('./en/viewer.ts')).viewer,
  viewSettings: async () => (await import('./en/view-settings.ts')).viewSettings,
}
