import { viewCopy } from '../en/views/view-copy.ts'
import { createMessagesHook } from '../I18n.tsx'
import { viewCopy as viewCopyZhCN } from '../zh-CN/views/view-copy.ts'

/** The messages of the dialogs that copy views to and from other folders. */
export const useViewCopyMessages = createMessagesHook({ en: viewCopy, 'zh-CN': viewCopyZhCN })
