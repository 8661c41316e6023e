import { Fragment } from 'react'
import { InvalidUriError, parentUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { crumbsOf } from './path.ts'

function foldersOf(uri: string): string | null {
  try {
    return parentUri(uri)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}

/** The path of the folder that holds an item. Each name is isolated, since names may differ in text direction. */
export function FolderPath({ of: uri }: { of: string }) {
  const { t } = useI18n()
  const folder = foldersOf(uri)
  if (folder === null) return null
  const names = crumbsOf(folder, t).map(({ name }) => name)
  return (
    <span title={names.join(' / ')}>
      {names.map((name, index) => (
        // Two folders in one path may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && ' / '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </span>
  )
}
