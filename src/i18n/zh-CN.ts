import type { Messages } from './messages.ts'
import { common } from './zh-CN/common.ts'
import { errors } from './zh-CN/errors.ts'
import { files } from './zh-CN/files.ts'
import { frame } from './zh-CN/frame.ts'
import { kinds } from './zh-CN/kinds.ts'
import { landing } from './zh-CN/landing.ts'
import { locks } from './zh-CN/locks.ts'
import { operations } from './zh-CN/operations.ts'
import { toasts } from './zh-CN/toasts.ts'
import { shares } from './zh-CN/shares.ts'
import { signIn } from './zh-CN/sign-in.ts'
import { times } from './zh-CN/times.ts'
import { trash } from './zh-CN/trash.ts'

export const zhCN = {
  common,
  frame,
  signIn,
  errors,
  shares,
  files,
  trash,
  kinds,
  times,
  toasts,
  operations,
  locks,
  landing,
} satisfies Messages
