import { MarkdownOrPlainText } from '#src/features/viewer/markdown/MarkdownOrPlainText.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { CsvTable } from './CsvTable.tsx'
import type { TextPreviewKind } from './preview-kind.ts'
import css from './TextContents.module.css'

/** A text that has been read, as a region with its name. */
export function TextContents({
  kind,
  name,
  text,
  isPart = false,
  folder,
  firstLevel,
}: {
  kind: TextPreviewKind
  name: string
  text: string
  /** Whether there is more of the text. */
  isPart?: boolean
  /** The folder that relative addresses in Markdown are followed from. */
  folder: string | undefined
  /** The level of the first heading in Markdown. */
  firstLevel: number
}) {
  const { t } = useI18n()
  const shownName = escapeControlChars(name)
  if (kind === 'markdown')
    return <MarkdownOrPlainText name={name} text={text} folder={folder} firstLevel={firstLevel} />
  if (text.trim() === '') return <p className={css['empty']}>{t.sharedLink.emptyText(shownName)}</p>
  if (kind === 'table') return <CsvTable name={shownName} text={text} isPart={isPart} />
  return (
    <pre
      // Long texts are scrolled by keys, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={shownName}
      dir="auto"
      className={css['text']}
    >
      {text}
    </pre>
  )
}
