import { Copy } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { Listing } from '#src/queries/listing.ts'
import type { ShareRow } from '#src/queries/share-list.ts'
import { showCopyByHand } from '#src/stores/copy-by-hand.ts'
import { showToast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { copyText } from '#src/ui/use-copy.ts'
import page from '#src/views/page.module.css'
import { type LinkFormat, linksAsText } from './link-text.ts'

/** What can be done with the links that are selected; it stands where the toolbar stood. */
export function SharesSelectionBar({
  listing,
  slots,
  filter,
  selection,
  picked,
}: {
  listing: Listing<ShareRow>
  slots: Uint32Array
  filter: string
  selection: Selection
  picked: number
}) {
  const { t } = useI18n()
  const copyAs = async (format: LinkFormat) => {
    const rows = [...selection.among(slots, filter)].flatMap((slot) => listing.at(slot) ?? [])
    const text = linksAsText(rows, format)
    if (await copyText(text)) {
      showToast({ kind: 'done', key: 'copied', values: { count: rows.length } })
    } else showCopyByHand(text)
  }
  const isComplete = listing.walk.at === 'complete'
  return (
    <section className={page['selection']} aria-label={t.shares.selected(picked)}>
      <b role="status">{t.shares.selected(picked)}</b>
      {picked < slots.length && (
        <Button kind="quiet" onClick={() => selection.selectAll(slots, filter, listing.nextSlot)}>
          {isComplete
            ? t.common.selectAllMatching(slots.length, slots.length < listing.size)
            : t.common.selectAll}
        </Button>
      )}
      <span className={page['gap']} />
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
      <Button kind="quiet" onClick={() => selection.clear()}>
        {t.common.clear}
      </Button>
    </section>
  )
}
