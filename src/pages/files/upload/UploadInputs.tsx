import { useRef, useState } from 'react'
import { ErrorBoundary } from '#src/features/shell/ErrorBoundary.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { OpenFolder } from '#src/pages/files/folder/open-folder.ts'
import { HiddenFileInput } from '#src/ui/controls/fields/HiddenFileInput.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'

// Its code is as large as that of the list, and over the limit. The fields that it uploads from are drawn without it.
const DropAndPasteUpload = lazyWhenOpened(
  async () => (await import('./DropAndPasteUpload.tsx')).DropAndPasteUpload,
)

/** The fields in which files or a folder are chosen to be uploaded, and what has been chosen. */
export function useUploadInputs() {
  const files = useRef<HTMLInputElement>(null)
  const directory = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly File[]>()
  return {
    files,
    directory,
    chosen,
    setChosen,
    open: (kind: 'files' | 'folder') => (kind === 'files' ? files : directory).current?.click(),
  }
}

export function UploadInputs({
  fields: { files, directory, chosen, setChosen },
  folder,
}: {
  fields: ReturnType<typeof useUploadInputs>
  folder: OpenFolder
}) {
  const { t } = useI18n()
  return (
    <>
      <HiddenFileInput ref={files} label={t.files.uploadFiles} onChoose={setChosen} />
      <HiddenFileInput
        ref={directory}
        label={t.files.uploadFolder}
        takes="folder"
        onChoose={setChosen}
      />
      <ErrorBoundary>
        <DropAndPasteUpload folder={folder} chosen={chosen} />
      </ErrorBoundary>
    </>
  )
}
