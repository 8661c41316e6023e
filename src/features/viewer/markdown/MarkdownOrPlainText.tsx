import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import css from './MarkdownOrPlainText.module.css'

const Markdown = lazy(async () => ({ default: (await import('./Markdown.tsx')).Markdown }))

/** A longer text would stop the page for seconds while it is taken apart; in UTF-16 units. */
const maxFormattedLength = 100_000

/** The text as it was written: for one that is nested too deeply to be taken apart, and where the code does not load. */
class OrPlain extends Component<{ plain: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.plain : this.props.children
  }
}

/** The text of a Markdown file, as a region with its name. */
export function MarkdownOrPlainText({
  name,
  text,
  folder,
  firstLevel,
}: {
  name: string
  text: string
  folder: string | undefined
  firstLevel: number
}) {
  const { t } = useI18n()
  const plain = (
    <pre dir="auto" className={css['plain']}>
      {text}
    </pre>
  )
  const formatted = (
    <OrPlain plain={plain}>
      <Suspense fallback={<Spinner label={t.common.loading} />}>
        <Markdown text={text} folder={folder} firstLevel={firstLevel} />
      </Suspense>
    </OrPlain>
  )
  return (
    <section aria-label={escapeControlChars(name)}>
      {text.trim() === '' ? (
        <p>{t.sharedLink.emptyText(escapeControlChars(name))}</p>
      ) : text.length > maxFormattedLength ? (
        plain
      ) : (
        formatted
      )}
    </section>
  )
}
