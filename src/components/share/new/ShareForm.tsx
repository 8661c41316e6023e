import { useState } from 'react'
import type { FileRow } from '#src/lists/file-row.ts'
import { type CreatedLinks, LinksCreated } from './LinksCreated.tsx'
import { NewLinkForm } from './NewLinkForm.tsx'

/** Creates a link to each of the items (F3), then shows them. They have been copied to the clipboard by then. */
export function ShareForm({ items, onClose }: { items: readonly FileRow[]; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedLinks>()
  return created ? (
    <LinksCreated created={created} onClose={onClose} />
  ) : (
    <NewLinkForm items={items} onCreated={setCreated} onClose={onClose} />
  )
}
