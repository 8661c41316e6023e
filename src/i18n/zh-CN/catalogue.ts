import type { Messages } from '#src/i18n/messages.ts'
import { account } from '#src/i18n/zh-CN/account/account.ts'
import { signIn } from '#src/i18n/zh-CN/account/sign-in.ts'
import { files } from '#src/i18n/zh-CN/files/files.ts'
import { kinds } from '#src/i18n/zh-CN/files/kinds.ts'
import { viewer } from '#src/i18n/zh-CN/files/viewer.ts'
import { linkActions } from '#src/i18n/zh-CN/links/link-actions.ts'
import { linkDetails } from '#src/i18n/zh-CN/links/link-details.ts'
import { linkForm } from '#src/i18n/zh-CN/links/link-form.ts'
import { links } from '#src/i18n/zh-CN/links/links.ts'
import { permissions } from '#src/i18n/zh-CN/links/permissions.ts'
import { sharedLink } from '#src/i18n/zh-CN/links/shared-link.ts'
import { sharedWithMe } from '#src/i18n/zh-CN/links/shared-with-me.ts'
import { sinceLastSeen } from '#src/i18n/zh-CN/links/since-last-seen.ts'
import { folderGone } from '#src/i18n/zh-CN/operations/folder-gone.ts'
import { locks } from '#src/i18n/zh-CN/operations/locks.ts'
import { nameClash } from '#src/i18n/zh-CN/operations/name-clash.ts'
import { operations } from '#src/i18n/zh-CN/operations/operations.ts'
import { toasts } from '#src/i18n/zh-CN/operations/toasts.ts'
import { trash } from '#src/i18n/zh-CN/trash/trash.ts'
import { viewSettings } from '#src/i18n/zh-CN/views/view-settings.ts'
import { appShell } from './app-shell.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'

export const zhCN: Messages = {
  account,
  common,
  errors,
  files,
  folderGone,
  appShell,
  kinds,
  sharedLink,
  locks,
  nameClash,
  operations,
  permissions,
  linkActions,
  linkDetails,
  sharedWithMe,
  linkForm,
  links,
  signIn,
  sinceLastSeen,
  toasts,
  trash,
  viewer,
  viewSettings,
}
