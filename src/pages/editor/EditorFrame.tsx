import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { kindOfName } from '#src/lib/names.ts'
import { runtime } from '#src/lib/runtime.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { Link } from '#src/ui/Link.tsx'
import page from '#src/views/page.module.css'
import { folderHref, isProse } from './url.ts'
import css from './EditorPage.module.css'

/** The page around a text: the way back, the name, and what belongs to it. */
export function EditorFrame({
  name,
  uri,
  state,
  actions,
  children,
}: {
  name: string
  uri: string | null
  state?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { t } = useI18n()
  const kind = kindOfName(name)
  return (
    <main id="content" tabIndex={-1} className={page['page']}>
      <title>{`${visibleText(name)} · ${runtime.title}`}</title>
      <header className={`${page['top']} ${css['top']}`}>
        <Link
          className={buttonClass({ kind: 'quiet' }, css['back'])}
          to={uri === null ? '/files' : folderHref(uri)}
          aria-label={t.editor.back}
          title={t.editor.back}
        >
          <ArrowLeft aria-hidden="true" />
        </Link>
        {/* Some endings mean a video elsewhere; what is open here is a text. */}
        {uri !== null && <FileGlyph kind={isProse(name) || kind === 'text' ? 'text' : 'code'} />}
        <h1 className={css['name']}>
          <TruncatedName name={name} />
        </h1>
        {state}
        {actions && <div className={css['actions']}>{actions}</div>}
      </header>
      {children}
    </main>
  )
}
