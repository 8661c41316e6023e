import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { useListPage } from '#src/features/list-page/use-list-page.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/rows/link-row.ts'
import type { ShareRows } from '#src/pages/shares/use-link-rows.ts'
import type { RunShareCommand, ShareOverlay } from './commands.ts'
import { runShareCommand } from './run-link-command.ts'

/** Runs commands on links, from menus, rows and keys. `open` is the id of the link whose details are open. */
export function useShareCommands(
  list: PagedList<ShareRow>,
  { filter, matches }: Pick<ShareRows, 'filter' | 'matches'>,
  {
    selection,
    picked,
    openDetails,
    closeDetails,
  }: ReturnType<typeof useListPage<ShareRow, unknown>>,
  open: string | null,
  setOverlay: (overlay: ShareOverlay | undefined) => void,
) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const run: RunShareCommand = (command, rows) =>
    void runShareCommand(command, rows, {
      list,
      filter,
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
      showToast({ kind: 'failed', error, about: { kind: 'notLoaded', what: 'code' } }),
    )
  const onRowKey = (key: string, row: ShareRow) => {
    // While rows are selected, the selection bar handles Delete.
    const command =
      key === 'c' ? 'copyLink' : key === 'e' ? 'edit' : key === 'Delete' && picked === 0 && 'delete'
    if (command) run(command, [row])
    return !!command
  }
  return { run, onRowKey }
}
