import type { Ref } from 'react'

/** React's types lack this attribute. */
const folderOnly = { webkitdirectory: '' }

/** A field without a face: a click on its element opens the browser's dialog for files. */
export function HiddenFileInput({
  ref,
  label,
  takes = 'files',
  accept,
  onChoose,
}: {
  ref: Ref<HTMLInputElement>
  label: string
  takes?: 'file' | 'files' | 'folder'
  accept?: string
  onChoose: (files: readonly File[]) => void
}) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={takes !== 'file'}
      accept={accept}
      aria-label={label}
      onChange={({ currentTarget: field }) => {
        const files = Array.from(field.files ?? [])
        // Otherwise choosing the same files again would fire no change event.
        field.value = ''
        if (files.length > 0) onChoose(files)
      }}
      {...(takes === 'folder' && folderOnly)}
    />
  )
}
