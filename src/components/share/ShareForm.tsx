import { useState } from 'react'
import type { FileRow } from '#src/lists/file-row.ts'
import { type CreatedLink, LinkCreated } from './LinkCreated.tsx'
import { NewLinkForm } from './NewLinkForm.tsx'

/** Creates a link to an item (F3), then shows it. The link has been copied to the clipboard by then. */
export function ShareForm({ item, onClose }: { item: FileRow; onClose: () => void }) {
  const [link, setLink] = useState<CreatedLink>()
  return link ? (
    <LinkCreated item={item} link={link} onClose={onClose} />
  ) : (
    <NewLinkForm item={item} onCreated={setLink} onClose={onClose} />
  )
}
