import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { ExtendManyDialog } from './ExtendManyDialog.tsx'
import { SetAccessDialog } from './SetAccessDialog.tsx'

/** The dialogs that change many links, loaded together: what they share is in no list then. */
export function ExtendOrSetAccessDialog({
  change,
  ...props
}: {
  change: 'extendingMany' | 'settingAccess'
  rows: readonly LinkRow[]
  onClose: () => void
}) {
  return change === 'extendingMany' ? (
    <ExtendManyDialog {...props} />
  ) : (
    <SetAccessDialog {...props} />
  )
}
