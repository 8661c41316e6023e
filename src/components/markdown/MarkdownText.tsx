import { lazy, Suspense } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/names/display.ts'
import { Spinner } from '#src/ui/states/Spinner.tsx'

const Markdown = lazy(async () => ({ default: (await import('./Markdown.tsx')).Markdown }))

/** The text of a Markdown file, as a region with its name. */
export function MarkdownText({
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
  return (
    <section aria-label={visibleText(name)}>
      {text.trim() === '' ? (
        <p>{t.landing.emptyText(name)}</p>
      ) : (
        <Suspense fallback={<Spinner label={t.common.loading} />}>
          <Markdown text={text} folder={folder} firstLevel={firstLevel} />
        </Suspense>
      )}
    </section>
  )
}
