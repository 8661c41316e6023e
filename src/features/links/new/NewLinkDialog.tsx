import { useState } from 'react'
import { useNewLinkMessages } from '#src/i18n/parts/new-link-messages.ts'
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
  const messages = useNewLinkMessages()
  const [items, setItems] = useState(given)
  return items ? (
    <CreateLinksFlow items={items} onClose={onClose} />
  ) : (
    <ItemPicker
      title={messages.title}
      verb={messages.share}
      onChoose={setItems}
      onClose={onClose}
    />
  )
}
