import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  cacheLinkSource,
  linkSourcesVersion,
} from '#src/features/links/source/link-source-cache.ts'
import { useFolderPaths } from '#src/pages/shares/folders/use-folder-paths.ts'

it('S3: a search begins with the folders that are known, and does not begin again for them', () => {
  const versions: number[] = []
  const { rerender } = renderHook(
    (isSearching: boolean) => {
      const { version } = useFolderPaths(isSearching)
      if (isSearching) versions.push(version)
    },
    { initialProps: false },
  )
  cacheLinkSource('abc', 'svc://my/Photos/fjord.jpg')
  rerender(true)
  expect(new Set(versions)).toEqual(new Set([linkSourcesVersion()]))
})
