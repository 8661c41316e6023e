import { useQueryClient } from '@tanstack/react-query'
import type { Dispatch, SetStateAction } from 'react'
import { useNavigate } from 'react-router-dom'
import type { useListPage } from '#src/features/list-page/use-list-page.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { LinkRows } from '#src/pages/shares/use-link-rows.ts'
import type { LinkCommand, RunLinkCommand, LinkOverlay } from './commands.ts'
import { runLinkCommand } from './run-link-command.ts'

const rowCommands: Readonly<Record<string, LinkCommand>> = {
  c: 'copyLink',
  e: 'edit',
  Delete: 'delete',
}

/** Runs commands on links, from menus, rows and keys. `open` is the id of the link whose details are open. */
export function useLinkCommands(
  list: PagedList<LinkRow>,
  { rowIndexes, filterKey, matches }: Pick<LinkRows, 'rowIndexes' | 'filterKey' | 'matches'>,
  {
    selection,
    selectedCount,
    openDetails,
    closeDetails,
  }: ReturnType<typeof useListPage<LinkRow, unknown>>,
  open: string | null,
  setOverlay: Dispatch<SetStateAction<LinkOverlay | undefined>>,
) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const run: RunLinkCommand = (command, rows) =>
    void runLinkCommand(command, rows, {
      list,
      rowIndexes,
      filterKey,
      matches,
      selection,
      client,
      navigate,
      t,
      locale,
      // What was begun while a command waited stays.
      openOverlay: (next) => setOverlay((now) => (now && now.at !== 'menu' ? now : next)),
      openDetails,
      open,
      closeDetails,
    }).catch((error: Error) =>
      showToast({ kind: 'failed', error, failureContext: { kind: 'notLoaded', what: 'links' } }),
    )
  const onRowKey = (key: string, row: LinkRow) => {
    // While rows are selected, the selection bar handles the keys.
    const command = selectedCount === 0 && rowCommands[key]
    if (command) run(command, [row])
    return !!command
  }
  return { run, onRowKey }
}
