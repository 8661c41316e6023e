import { account } from '#src/i18n/zh-CN/account/account.ts'
import { otherAddress } from '#src/i18n/zh-CN/account/other-address.ts'
import { signIn } from '#src/i18n/zh-CN/account/sign-in.ts'
import { editor } from '#src/i18n/zh-CN/files/editor.ts'
import { filesRest } from '#src/i18n/zh-CN/files/files-rest.ts'
import { folderPicker } from '#src/i18n/zh-CN/files/folder-picker.ts'
import { itemDetails } from '#src/i18n/zh-CN/files/item-details.ts'
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
import { sharesRest } from '#src/i18n/zh-CN/shares/shares-rest.ts'
import { sinceLastSeen } from '#src/i18n/zh-CN/shares/since-last-seen.ts'
import { trashRest } from '#src/i18n/zh-CN/trash/trash-rest.ts'
import { viewSettings } from '#src/i18n/zh-CN/views/view-settings.ts'
import type { RemainingMessages } from '../messages.ts'
import { commonRest } from './common-rest.ts'
import { errors } from './errors.ts'
import { frameRest } from './frame-rest.ts'
import { keys } from './keys.ts'

export const rest = {
  common: commonRest,
  frame: frameRest,
  shares: sharesRest,
  files: filesRest,
  trash: trashRest,
  account,
  editor,
  errors,
  folderGone,
  itemDetails,
  keys,
  landing,
  linkEdit,
  locks,
  nameClash,
  newLink,
  operations,
  otherAddress,
  permissions,
  folderPicker,
  search,
  shareActions,
  shareDetails,
  shareForm,
  sharedWithMe,
  signIn,
  sinceLastSeen,
  toasts,
  uploads,
  viewer,
  viewSettings,
} satisfies RemainingMessages
