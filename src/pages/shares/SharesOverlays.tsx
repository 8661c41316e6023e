import { LazyEditLinkDialog, LazyNewLinkDialog } from '#src/features/links/LazyLinkDialogs.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { focusList } from '#src/ui/keyboard/focus.ts'
import { MenuPopup } from '#src/ui/menu/MenuPopup.tsx'
import { CleanUpDialog } from './bulk/CleanUpDialog.tsx'
import { DeleteLinksDialog } from './bulk/DeleteLinksDialog.tsx'
import { ExtendManyDialog } from './bulk/ExtendManyDialog.tsx'
import { SetAccessDialog } from './bulk/SetAccessDialog.tsx'
import { linkCommandEntries } from './commands/command-menu.tsx'
import type { RunLinkCommand, LinkOverlay } from './commands/commands.ts'
import { CopyDeadLinksDialog } from './CopyDeadLinksDialog.tsx'
import { ExportDialog } from './export/ExportDialog.tsx'

/** The menu or dialog that is open above the links. */
export function SharesOverlays({
  overlay,
  setOverlay,
  list,
  rowIndexes,
  filterKey,
  search,
  selection,
  hasPermissions,
  run,
}: {
  overlay: LinkOverlay
  setOverlay: (change: LinkOverlay | undefined) => void
  list: PagedList<LinkRow>
  rowIndexes: Uint32Array
  filterKey: string
  /** What the list is searched for. */
  search: string
  selection: Selection
  /** Whether the service has permissions of links. */
  hasPermissions: boolean
  run: RunLinkCommand
}) {
  const { t } = useI18n()
  const close = () => setOverlay(undefined)
  switch (overlay.at) {
    case 'menu': {
      const selected = selection.among(rowIndexes, filterKey)
      const row = selected[0] === undefined ? undefined : list.at(selected[0])
      return (
        <MenuPopup
          name={t.linkActions.actionsFor(selected.length, displayName(row?.name ?? ''))}
          entries={linkCommandEntries(selected.length, row, hasPermissions, t, (command) =>
            run(command),
          )}
          anchor={overlay.anchor}
          onClose={(takesFocus) => {
            close()
            if (takesFocus) focusList()
          }}
        />
      )
    }
    case 'addingLink':
      return <LazyNewLinkDialog onClose={close} />
    case 'cleaningUp':
      return (
        <CleanUpDialog
          list={list}
          initialSearch={search}
          onClose={close}
          onDelete={(rows) => run('deleteReviewed', rows)}
        />
      )
    case 'deleting':
      return (
        <DeleteLinksDialog
          rows={overlay.rows}
          onClose={close}
          onConfirm={() => {
            close()
            run('deleteReviewed', overlay.rows)
          }}
        />
      )
    case 'extendingMany':
      return <ExtendManyDialog rows={overlay.rows} onClose={close} />
    case 'settingAccess':
      return <SetAccessDialog rows={overlay.rows} onClose={close} />
    case 'exporting':
      return (
        <ExportDialog
          list={list}
          rowIndexes={overlay.isOfSelection ? selection.among(rowIndexes, filterKey) : rowIndexes}
          isOfAll={!overlay.isOfSelection || selection.isOpenEnded(filterKey)}
          onClose={close}
        />
      )
    case 'editing':
      return (
        <LazyEditLinkDialog
          row={overlay.row}
          isExtending={overlay.isExtending}
          // On a phone the details lie over the message with Undo.
          onDelete={(row) => run('deleteReviewed', [row])}
          onClose={close}
        />
      )
    case 'copying':
      return (
        <CopyDeadLinksDialog
          rows={overlay.rows}
          text={overlay.text}
          onClose={close}
          onRevive={(command, row) => run(command, [row])}
        />
      )
  }
}
