import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { parseUri } from '#src/contract/uri.ts'
import { firstLineQuery, firstNonBlankLineOf } from '#src/features/file-lists/first-line.ts'
import { useThumbnail } from '#src/features/file-lists/thumbnails.ts'
import { type FileKind, kindOfName } from '#src/lib/names/file-kind.ts'
import type { NameClashSide } from './name-clash-question.ts'
import css from './NameClashTable.module.css'

const hasFirstLine = (kind: FileKind) => kind === 'text' || kind === 'code'

/** A picture, or the first line of a text, as far as there is one. */
export function ContentPreview({
  name,
  side: { content, isFolder, size, ...dates },
}: {
  name: string
  side: NameClashSide
}) {
  const updatedAt = dates.deletedAt ?? dates.updatedAt ?? 0
  const kind = kindOfName(name, isFolder)
  if (content === undefined || isFolder || size === 0) return null
  if (content instanceof File) return <LocalPreview file={content} kind={kind} />
  if (kind === 'image') return <StoredPicture of={{ ...content, updatedAt }} />
  // A deleted file cannot be read, and reading one of somebody else's counts as a download.
  return hasFirstLine(kind) && parseUri(content.uri).host === 'my' ? (
    <StoredLine of={{ ...content, updatedAt }} />
  ) : null
}

type Stored = { readonly id: string; readonly uri: string; readonly updatedAt: number }

function StoredPicture({ of }: { of: Stored }) {
  const address = useThumbnail(of)
  return address === undefined ? null : (
    <img src={address} alt="" decoding="async" className={css['picture']} />
  )
}

function StoredLine({ of }: { of: Stored }) {
  const { data } = useQuery(firstLineQuery(of))
  return <Line text={data} />
}

function LocalPreview({ file, kind }: { file: File; kind: FileKind }) {
  if (kind === 'image') return <LocalPicture file={file} />
  return hasFirstLine(kind) ? <LocalLine file={file} /> : null
}

function LocalPicture({ file }: { file: File }) {
  // Not every kind of picture can be drawn by browsers.
  const [isBroken, setBroken] = useState(false)
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return isBroken ? null : (
    <img
      ref={show}
      alt=""
      decoding="async"
      className={css['picture']}
      onError={() => setBroken(true)}
    />
  )
}

function LocalLine({ file }: { file: File }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let isShown = true
    const read = async () => {
      const bytes = await file.slice(0, 240).arrayBuffer()
      if (isShown) setText(firstNonBlankLineOf(new Uint8Array(bytes)))
    }
    // A file that cannot be read fails when it is uploaded, which is said there.
    read().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [file])
  return <Line text={text} />
}

const Line = ({ text }: { text: string | undefined }) =>
  text ? <bdi className={css['line']}>{text}</bdi> : null
