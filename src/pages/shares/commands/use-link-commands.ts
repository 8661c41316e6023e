import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { useListPage } from '#src/features/list-page/use-list-page.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { LinkRows } from '#src/pages/shares/use-link-rows.ts'
import type { RunLinkCommand, LinkOverlay } from './commands.ts'
import { runLinkCommand } from './run-link-command.ts'

/** Runs commands on links, from menus, rows and keys. `open` is the id of the link whose details are open. */
export function useLinkCommands(
  list: PagedList<LinkRow>,
  { filterKey, matches }: Pick<LinkRows, 'filterKey' | 'matches'>,
  {
    selection,
    selectedCount,
    openDetails,
    closeDetails,
  }: ReturnType<typeof useListPage<LinkRow, unknown>>,
  open: string | null,
  setOverlay: (overlay: LinkOverlay | undefined) => void,
) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const run: RunLinkCommand = (command, rows) =>
    void runLinkCommand(command, rows, {
      list,
      filterKey,
      matches,
      selection,
      client,
      navigate,
      t,
      locale,
      setOverlay,
      openDetails,
      open,
      closeDetails,
    }).catch((error: Error) =>
      showToast({ kind: 'failed', error, failureContext: { kind: 'notLoaded', what: 'links' } }),
    )
  const onRowKey = (key: string, row: LinkRow) => {
    // While rows are selected, the selection bar handles Delete.
    const command =
      key === 'c'
        ? 'copyLink'
        : key === 'e'
          ? 'edit'
          : key === 'Delete' && selectedCount === 0 && 'delete'
    if (command) run(command, [row])
    return !!command
  }
  return { run, onRowKey }
}
