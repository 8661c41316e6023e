import { useQueryClient } from '@tanstack/react-query'
import { listedLink } from '#src/features/links/list/link-list-patches.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { linkUrlOf } from '#src/lists/rows/link-row.ts'
import { copyText } from '#src/ui/copy/use-copy.ts'
import styles from './Toasts.module.css'

/** Copies the addresses of links, one a line. It is not there where the list of links has not been read. */
export function CopyLinksButton({ items }: { items: readonly JobItem[] }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const first = items[0]
  if (!first || !listedLink(client, first.id)) return null
  const copy = async () => {
    const links = items.flatMap(({ id }) => listedLink(client, id) ?? []).map(linkUrlOf)
    const text = links.join('\n')
    if (await copyText(text))
      showToast({ kind: 'done', key: 'copied', values: { count: links.length } })
    else showManualCopy(text)
  }
  return (
    <button type="button" className={styles['action']} onClick={() => void copy()}>
      {items.length === 1 ? t.links.copyLink : t.linkActions.copyLinks}
    </button>
  )
}
