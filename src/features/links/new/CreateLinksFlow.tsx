import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { files } from '#src/features/file-lists/files.ts'
import { linksOfFile } from '#src/features/links/source/link-source.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkCreationResult } from './created-links.ts'
import { ExistingLinksDialog } from './ExistingLinksDialog.tsx'
import { LinksCreated } from './LinksCreated.tsx'
import { NewLinkForm } from './NewLinkForm.tsx'
import { useCreateAndCopyLinks } from './use-create-links.ts'

/**
 * Creates a link to each of the items (F3), then shows them. They have been copied to the clipboard by then. One item
 * that has links already shows those first.
 */
export function CreateLinksFlow({
  items,
  onClose,
}: {
  items: readonly FileRow[]
  onClose: () => void
}) {
  const [created, setCreated] = useState<LinkCreationResult>()
  const [isCreating, setCreating] = useState(false)
  const shared = items.length === 1 && !isCreating ? items.find((item) => item.isShared) : undefined
  const { data, error } = useQuery({
    ...files.info(shared?.uri ?? ''),
    enabled: shared !== undefined,
  })
  const again = useCreateAndCopyLinks(setCreated)
  if (created) {
    const { settings, failures, links } = created
    const start = () => {
      if (settings)
        void again.create(
          failures.map(({ item }) => item),
          settings,
          links,
        )
    }
    return (
      <LinksCreated
        created={created}
        retry={{ start, isPending: again.progress !== undefined, error: again.error }}
        onClose={onClose}
      />
    )
  }
  const links = data && linksOfFile(data)
  // What was read before stays while a later reading fails: a form may be open on it.
  if (shared && (data || !error) && links?.length !== 0) {
    return (
      <ExistingLinksDialog
        name={shared.name}
        links={links}
        onNew={() => setCreating(true)}
        onClose={onClose}
      />
    )
  }
  // A link that is found meanwhile, also the one that it creates, does not take the place of the form.
  if (!isCreating) setCreating(true)
  return <NewLinkForm items={items} onCreated={setCreated} onClose={onClose} />
}
