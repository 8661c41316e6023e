import type { Messages } from '#src/i18n/messages.ts'
import { account } from '#src/i18n/zh-CN/account/account.ts'
import { otherAddress } from '#src/i18n/zh-CN/account/other-address.ts'
import { signIn } from '#src/i18n/zh-CN/account/sign-in.ts'
import { editor } from '#src/i18n/zh-CN/files/editor.ts'
import { files } from '#src/i18n/zh-CN/files/files.ts'
import { folderPicker } from '#src/i18n/zh-CN/files/folder-picker.ts'
import { itemDetails } from '#src/i18n/zh-CN/files/item-details.ts'
import { kinds } from '#src/i18n/zh-CN/files/kinds.ts'
import { search } from '#src/i18n/zh-CN/files/search.ts'
import { viewer } from '#src/i18n/zh-CN/files/viewer.ts'
import { folderGone } from '#src/i18n/zh-CN/operations/folder-gone.ts'
import { locks } from '#src/i18n/zh-CN/operations/locks.ts'
import { nameClash } from '#src/i18n/zh-CN/operations/name-clash.ts'
import { operations } from '#src/i18n/zh-CN/operations/operations.ts'
import { toasts } from '#src/i18n/zh-CN/operations/toasts.ts'
import { uploads } from '#src/i18n/zh-CN/operations/uploads.ts'
import { landing } from '#src/i18n/zh-CN/shares/landing.ts'
import { linkEdit } from '#src/i18n/zh-CN/shares/link-edit.ts'
import { newLink } from '#src/i18n/zh-CN/shares/new-link.ts'
import { permissions } from '#src/i18n/zh-CN/shares/permissions.ts'
import { shareActions } from '#src/i18n/zh-CN/shares/share-actions.ts'
import { shareDetails } from '#src/i18n/zh-CN/shares/share-details.ts'
import { shareForm } from '#src/i18n/zh-CN/shares/share-form.ts'
import { sharedWithMe } from '#src/i18n/zh-CN/shares/shared-with-me.ts'
import { shares } from '#src/i18n/zh-CN/shares/shares.ts'
import { sinceLastSeen } from '#src/i18n/zh-CN/shares/since-last-seen.ts'
import { trash } from '#src/i18n/zh-CN/trash/trash.ts'
import { viewSettings } from '#src/i18n/zh-CN/views/view-settings.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { frame } from './frame.ts'
import { keys } from './keys.ts'

export const zhCN: Messages = {
  account,
  common,
  editor,
  errors,
  files,
  folderGone,
  folderPicker,
  frame,
  itemDetails,
  keys,
  kinds,
  landing,
  linkEdit,
  locks,
  nameClash,
  newLink,
  operations,
  otherAddress,
  permissions,
  search,
  shareActions,
  shareDetails,
  sharedWithMe,
  shareForm,
  shares,
  signIn,
  sinceLastSeen,
  toasts,
  trash,
  uploads,
  viewer,
  viewSettings,
}
