import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { CreateLinksFlow } from './CreateLinksFlow.tsx'
import { ItemPicker } from './ItemPicker.tsx'

/** Creates a link to each of the items, or of those that are selected first where none are given (S13). */
export function NewLinkDialog({
  items: given,
  onClose,
}: {
  items?: readonly FileRow[]
  onClose: () => void
}) {
  const { t } = useI18n()
  const [items, setItems] = useState(given)
  return items ? (
    <CreateLinksFlow items={items} onClose={onClose} />
  ) : (
    <ItemPicker
      title={t.newLink.title}
      verb={t.newLink.share}
      onChoose={setItems}
      onClose={onClose}
    />
  )
}
