import { linkExport } from '../en/links/link-export.ts'
import { createMessagesHook } from '../I18n.tsx'
import { linkExport as linkExportZhCN } from '../zh-CN/links/link-export.ts'

/** The messages of the dialog that exports links. */
export const useLinkExportMessages = createMessagesHook({
  en: linkExport,
  'zh-CN': linkExportZhCN,
})
