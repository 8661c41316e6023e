import { newLink } from '../en/links/new-link.ts'
import { createMessagesHook } from '../I18n.tsx'
import { newLink as newLinkZhCN } from '../zh-CN/links/new-link.ts'

/** The messages of the forms that make links. */
export const useNewLinkMessages = createMessagesHook({ en: newLink, 'zh-CN': newLinkZhCN })
