import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useEditorMessages } from '#src/i18n/parts/editor-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { folderHrefOfFile } from './url.ts'
import page from '#src/features/list-page/page.module.css'
import css from './EditorPage.module.css'

/** The editor page: back link, file name, state and actions, around the text. */
export function EditorShell({
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
  const messages = useEditorMessages()
  return (
    <main id="content" tabIndex={-1} className={page['page']}>
      <title>{`${escapeControlChars(name)} · ${runtimeConfig.title}`}</title>
      <header className={`${page['top']} ${css['top']}`}>
        <Link
          className={buttonClass({ variant: 'quiet' }, css['back'])}
          to={uri === null ? '/files' : folderHrefOfFile(uri)}
          aria-label={messages.back}
          data-tooltip={messages.back}
        >
          <ArrowLeft aria-hidden="true" />
        </Link>
        {uri !== null && <FileGlyph kind={kindOfName(name)} />}
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
