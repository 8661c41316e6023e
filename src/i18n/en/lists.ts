import { files } from '#src/i18n/en/files/files.ts'
import { kinds } from '#src/i18n/en/files/kinds.ts'
import { trash } from '#src/i18n/en/trash/trash.ts'

/** Messages of Files and the trash before anything is opened there. */
export const lists = { files, kinds, trash }
