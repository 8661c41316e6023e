import { shares } from '#src/i18n/zh-CN/shares/shares.ts'
import type { FirstPageMessages } from '../messages.ts'
import { common } from './common.ts'
import { frame } from './frame.ts'

export const firstPage = { common, frame, shares } satisfies FirstPageMessages
