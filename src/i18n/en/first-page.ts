import { shares } from '#src/i18n/en/shares/shares.ts'
import { common } from './common.ts'
import { frame } from './frame.ts'

/** Messages of the frame and the share list: part of the code that every visit starts with. */
export const firstPage = { common, frame, shares }
