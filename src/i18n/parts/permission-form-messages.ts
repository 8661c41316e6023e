import { permissionForm } from '../en/links/permission-form.ts'
import { createMessagesHook } from '../I18n.tsx'
import { permissionForm as permissionFormZhCN } from '../zh-CN/links/permission-form.ts'

/** The messages of the table in which one sets who may do what behind a link. */
export const usePermissionFormMessages = createMessagesHook({
  en: permissionForm,
  'zh-CN': permissionFormZhCN,
})
