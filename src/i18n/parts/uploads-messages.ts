import { uploads } from '../en/operations/uploads.ts'
import { createMessagesHook } from '../I18n.tsx'
import { uploads as uploadsZhCN } from '../zh-CN/operations/uploads.ts'

/** The messages of the panel and the questions of uploads. */
export const useUploadsMessages = createMessagesHook({ en: uploads, 'zh-CN': uploadsZhCN })
