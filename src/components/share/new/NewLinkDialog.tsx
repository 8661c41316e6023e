import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/file-row.ts'
import { ItemPicker } from './ItemPicker.tsx'
import { ShareForm } from './ShareForm.tsx'

/** Creates a link to each of the items, or of those that are picked first where none are given (S13). */
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
    <ShareForm items={items} onClose={onClose} />
  ) : (
    <ItemPicker
      title={t.newLink.pickTitle}
      verb={t.newLink.share}
      onChoose={setItems}
      onClose={onClose}
    />
  )
}
