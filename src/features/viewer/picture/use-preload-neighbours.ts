import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { parseUri } from '#src/contract/uri.ts'
import { contents } from '#src/features/viewer/file-contents.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** Larger images are not preloaded, in bytes. */
const maxPreloadBytes = 24 * 1024 * 1024

/** Preloads the neighbours of the image. Nothing is preloaded behind a link, where each fetch counts as a download. */
export function usePreloadNeighbours(
  rows: readonly (FileRow | undefined)[],
  uriOf: (row: FileRow) => string | null,
): void {
  const client = useQueryClient()
  const wanted = rows.flatMap((row) => {
    const isImage = row && kindOfName(row.name) === 'image'
    const uri = isImage && row.size <= maxPreloadBytes ? uriOf(row) : null
    return row && uri !== null && parseUri(uri).host === 'my' ? [{ ...row, uri }] : []
  })
  const key = wanted.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join('\n')
  useEffect(() => {
    let isOver = false
    for (const row of wanted) {
      void client.fetchQuery(contents.source(row)).then(
        (address) => {
          if (!isOver) new Image().src = address
        },
        () => undefined,
      )
    }
    return () => {
      isOver = true
    }
    // eslint-disable-next-line react/exhaustive-deps -- `key` names them
  }, [client, key])
}
