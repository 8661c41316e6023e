import type { ReactNode } from 'react'
import type { Overlay } from '#src/pages/files/commands/use-folder-commands.ts'
import { NameFieldOf, type NameFieldsProps } from './NameFields.tsx'

/** The inline name fields: for a new folder above the first row, for a rename in the row of the item. */
export function useNameFields({
  overlay,
  ...props
}: NameFieldsProps & { overlay: Overlay | undefined }): {
  lead: ReactNode
  editing: { id: string; field: ReactNode } | undefined
} {
  const renamed = overlay?.at === 'renaming' ? overlay.row : undefined
  // Others may have given it another name since.
  const row = renamed && (props.list.at(props.list.rowIndexOfId(renamed.id) ?? -1) ?? renamed)
  const field = <NameFieldOf key={row?.id} {...props} row={row} />
  return {
    lead: overlay?.at === 'naming' && field,
    editing: row && { id: row.id, field },
  }
}
