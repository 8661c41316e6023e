import { presets } from '../en/views/presets.ts'
import { createMessagesHook } from '../I18n.tsx'
import { presets as presetsZhCN } from '../zh-CN/views/presets.ts'

/** The messages of the dialog of presets. */
export const usePresetsMessages = createMessagesHook({ en: presets, 'zh-CN': presetsZhCN })
