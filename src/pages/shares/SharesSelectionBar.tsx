import { Copy } from 'lucide-react'
import { ListSelectionBar } from '#src/components/list/ListSelectionBar.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { showManualCopy } from '#src/stores/manual-copy.ts'
import { showToast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Menu } from '#src/ui/menu/Menu.tsx'
import { copyText } from '#src/ui/use-copy.ts'
import { type LinkFormat, linksAsText } from './link-text.ts'

/** What can be done with the selected links. */
export function SharesSelectionBar({
  list,
  slots,
  filter,
  selection,
  picked,
}: {
  list: PagedList<ShareRow>
  slots: Uint32Array
  filter: string
  selection: Selection
  picked: number
}) {
  const { t } = useI18n()
  const copyAs = async (format: LinkFormat) => {
    const rows = [...selection.among(slots, filter)].flatMap((slot) => list.at(slot) ?? [])
    const text = linksAsText(rows, format)
    if (await copyText(text)) {
      showToast({ kind: 'done', key: 'copied', values: { count: rows.length } })
    } else showManualCopy(text)
  }
  return (
    <ListSelectionBar {...{ list, slots, filter, selection, picked }}>
      <Menu
        name={t.shares.copyLinks}
        entries={[
          { key: 'lines', label: t.shares.copyAsLines, onSelect: () => void copyAs('lines') },
          {
            key: 'markdown',
            label: t.shares.copyAsMarkdown,
            onSelect: () => void copyAs('markdown'),
          },
          { key: 'csv', label: t.shares.copyAsCsv, onSelect: () => void copyAs('csv') },
        ]}
      >
        {(button) => (
          <Button
            {...button}
            kind="primary"
            icon={<Copy size={16} strokeWidth={1.75} aria-hidden="true" />}
          >
            {t.shares.copyLinks}
          </Button>
        )}
      </Menu>
    </ListSelectionBar>
  )
}
