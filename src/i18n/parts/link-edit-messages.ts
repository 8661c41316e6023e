import { linkEdit } from '../en/links/link-edit.ts'
import { createMessagesHook } from '../I18n.tsx'
import { linkEdit as linkEditZhCN } from '../zh-CN/links/link-edit.ts'

/** The messages of the forms that edit and replace a link. */
export const useLinkEditMessages = createMessagesHook({ en: linkEdit, 'zh-CN': linkEditZhCN })
