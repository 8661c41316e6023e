import { Image } from 'lucide-react'
import { createContext, type ComponentProps, useContext, useMemo } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import { Link } from 'react-router-dom'
import remarkGfm from 'remark-gfm'
import { useI18n } from '#src/i18n/I18n.tsx'
import { safeHttpHref } from '#src/lib/href.ts'
import { prepareMarkdownTree } from './prepare-markdown-tree.ts'
import { hrefOfRelativeUrl } from './relative-href.ts'
import css from './Markdown.module.css'

type PropsOf<Tag extends 'a' | 'table' | 'pre' | 'input'> = ComponentProps<Tag> & ExtraProps

/** The folder of the text, whose items its relative addresses name. */
const FolderContext = createContext<string | undefined>(undefined)

function TextLink({ node, href, children, ...others }: PropsOf<'a'>) {
  const folder = useContext(FolderContext)
  const isFootnote =
    node?.properties['dataFootnoteRef'] !== undefined ||
    node?.properties['dataFootnoteBackref'] !== undefined
  if (isFootnote) {
    return (
      <a href={href} {...others}>
        {children}
      </a>
    )
  }
  const linkText =
    node?.properties['dataPicture'] === undefined ? (
      children
    ) : (
      <>
        <Image aria-hidden="true" className={css['pictureIcon']} />
        {children}
      </>
    )
  const foreign = safeHttpHref(href)
  if (foreign !== undefined) {
    return (
      <a href={foreign} target="_blank" rel="noopener noreferrer">
        {linkText}
      </a>
    )
  }
  const item = folder === undefined || !href ? undefined : hrefOfRelativeUrl(href, folder)
  return item === undefined ? linkText : <Link to={item}>{linkText}</Link>
}

function ScrollingTable({ node: _node, ...table }: PropsOf<'table'>) {
  const { t } = useI18n()
  return (
    // What is wider than the page is scrolled by keys, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" aria-label={t.sharedLink.table} tabIndex={0} className={css['scroller']}>
      <table {...table} />
    </div>
  )
}

function ScrollingCode({ node: _node, ...code }: PropsOf<'pre'>) {
  const { t } = useI18n()
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return <pre {...code} role="group" aria-label={t.sharedLink.code} tabIndex={0} dir="ltr" />
}

function Task({ node: _node, ...box }: PropsOf<'input'>) {
  const { t } = useI18n()
  return <input {...box} aria-label={box.checked ? t.sharedLink.taskDone : t.sharedLink.taskOpen} />
}

const components: Components = {
  a: TextLink,
  table: ScrollingTable,
  pre: ScrollingCode,
  input: Task,
}

/**
 * A text in Markdown with the tables, task lists and footnotes of GitHub. HTML in it is shown as text, and it loads
 * nothing: pictures are links.
 */
export function Markdown({
  text,
  folder,
  firstLevel,
}: {
  text: string
  /** A URI of the host `share`; without it relative links are only text. */
  folder: string | undefined
  /** The level of its first heading: one below the heading that it stands under. */
  firstLevel: number
}) {
  const { t } = useI18n()
  const options = useMemo(
    () => ({
      footnoteLabel: t.sharedLink.footnotes,
      footnoteBackLabel: (index: number) => t.sharedLink.backToText(index + 1),
    }),
    [t],
  )
  return (
    <FolderContext value={folder}>
      <div className={css['markdown']}>
        <ReactMarkdown
          components={components}
          remarkPlugins={[remarkGfm]}
          remarkRehypeOptions={options}
          rehypePlugins={[[prepareMarkdownTree, { firstLevel }]]}
        >
          {text}
        </ReactMarkdown>
      </div>
    </FolderContext>
  )
}
