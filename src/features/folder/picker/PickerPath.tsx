import { Fragment } from 'react'
import { useCrumbs } from '#src/features/folder/use-crumbs.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import css from './FolderPicker.module.css'

/** Where a picker is: the folders above can be opened. */
export function PickerPath({ uri, onGo }: { uri: string; onGo: (uri: string) => void }) {
  const { t } = useI18n()
  const crumbs = useCrumbs(uri)
  return (
    <nav aria-label={t.files.breadcrumb} className={css['path']}>
      {crumbs.map((crumb, index) => (
        <Fragment key={crumb.uri}>
          {index > 0 && <span aria-hidden="true">/</span>}
          {index === crumbs.length - 1 ? (
            <b aria-current="true">
              <bdi>{crumb.name}</bdi>
            </b>
          ) : (
            <button type="button" onClick={() => onGo(crumb.uri)}>
              <bdi>{crumb.name}</bdi>
            </button>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
