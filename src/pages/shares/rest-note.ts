import type { Messages } from '#src/i18n/messages.ts'
import type { LoadState } from '#src/lists/loading/load-state.ts'

/** What a dialog about all links says where not all of them have been loaded. */
export const restNoteOf = ({ at }: LoadState, { common }: Messages): string | undefined =>
  at === 'loading' ? common.restStillLoading : at === 'stopped' ? common.restFailed : undefined
