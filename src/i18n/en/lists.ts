import { files } from '#src/i18n/en/files/files.ts'
import { kinds } from '#src/i18n/en/files/kinds.ts'
import { trash } from '#src/i18n/en/trash/trash.ts'

/** What Files and the trash say before anything is opened in them. */
export const lists = { files, kinds, trash }
