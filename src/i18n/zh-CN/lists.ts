import { files } from '#src/i18n/zh-CN/files/files.ts'
import { kinds } from '#src/i18n/zh-CN/files/kinds.ts'
import { trash } from '#src/i18n/zh-CN/trash/trash.ts'
import type { ListMessages } from '../messages.ts'

export const lists = { files, kinds, trash } satisfies ListMessages
