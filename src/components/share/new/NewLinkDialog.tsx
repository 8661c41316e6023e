import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/file-row.ts'
import { ItemPicker } from './ItemPicker.tsx'
import { ShareForm } from './ShareForm.tsx'

/** Picks items, then creates a link to each of them (S13). */
export function NewLinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const [items, setItems] = useState<readonly FileRow[]>()
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
