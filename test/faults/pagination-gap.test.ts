import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { resetTokensAndSession, startSession } from '#src/api/tokens.ts'
import { files } from '#src/features/file-lists/files.ts'
import { createQueryClient } from '#src/jobs/query-client.ts'
import { readFolderRows } from '#src/jobs/verification/item-lookup.ts'
import { EndlessListError } from '#src/lists/loading/page-loader.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type FileRow } from '#src/lists/rows/file-row.ts'

/** A folder on the public server: a page that ends on the last folder loses files that sort before that folder. */
function faultyFolder(folders: number, before: number, behind: number, size: number) {
  const name = (index: number) => String(index).padStart(4, '0')
  const all = [
    ...Array.from({ length: folders }, (_, index) => ({ type: 1, name: `m${name(index)}` })),
    ...Array.from({ length: before }, (_, index) => ({ type: 0, name: `a${name(index)}` })),
    ...Array.from({ length: behind }, (_, index) => ({ type: 0, name: `z${name(index)}` })),
  ].map((item) => ({ ...item, id: item.name }))
  const answer = (url: URL) => {
    const wished = Number(url.searchParams.get('page_size') ?? size)
    const pageSize = Math.min(wished, size)
    const token = url.searchParams.get('next_page_token')
    const start = token === null ? 0 : Number(token)
    const page = all.slice(start, start + pageSize)
    const end = start + page.length
    const hasMore = end < all.length
    // The cursor holds the name of the last row, a folder, and asks for files behind that name.
    const next = end === folders ? folders + before : end
    return {
      files: page.map((item) => ({
        ...item,
        size: 1,
        path: `cloudreve://my/${item.name}`,
        created_at: '2026-03-01T12:00:00Z',
        updated_at: '2026-03-01T12:00:00Z',
        metadata: null,
        owned: true,
        capability: '',
      })),
      pagination: {
        page: 0,
        page_size: pageSize,
        is_cursor: true,
        ...(hasMore ? { next_token: String(next) } : {}),
      },
      props: {
        capability: '',
        max_page_size: size,
        order_by_options: [],
        order_direction_options: [],
      },
      view: {
        page_size: size,
        order: 'name',
        order_direction: 'asc',
        view: 'list',
        thumbnail: true,
      },
    }
  }
  return { all, answer }
}

describe('the border between folders and files', () => {
  const realFetch = globalThis.fetch
  afterEach(() => {
    globalThis.fetch = realFetch
    resetTokensAndSession()
  })

  /** Signs in to a service that has this folder only. */
  function openFolder(answer: (url: URL) => unknown): void {
    globalThis.fetch = async (input) => {
      const url = new URL(input as string, 'http://localhost')
      return Response.json({ code: 0, msg: '', data: answer(url) })
    }
    startSession(
      {
        access_token: 'a',
        refresh_token: 'r',
        access_expires: new Date(Date.now() + 3_600_000).toISOString(),
        refresh_expires: new Date(Date.now() + 3_600_000).toISOString(),
      },
      'u1',
      false,
    )
  }

  const sizes = [10, 50, 125, 250]
  const cases = sizes.flatMap((size): [number, number, number, number][] => [
    [size, size * 2, 15, 15],
    [size, size * 2, 30, 0],
    [size, size, size, size],
    [size, 250, 125, 125],
    [size, 250, 0, 0],
    [size, size + 1, 40, 40],
    [size, 0, 60, 0],
  ])
  it.each(cases)(
    'rule 9.2 loses no file at page size %i with %i folders, %i files before and %i behind',
    async (size, ...counts) => {
      const { all, answer } = faultyFolder(...counts, size)
      openFolder(answer)
      const client = createQueryClient()
      const list: PagedList<FileRow> = await client.fetchQuery(files.list('svc://my'))
      await waitFor(() => expect(list.loadState.at).not.toBe('loading'))
      expect(list.loadState.at).toBe('complete')
      expect([...list.order].map((rowIndex) => list.at(rowIndex)?.name)).toEqual(
        all.map((item) => item.name),
      )
      client.clear()
    },
  )

  it.each(cases)(
    'rule 9.2 what a job or an archive reads has each item once at page size %i with %i folders, %i files before and %i behind',
    async (size, ...counts) => {
      const { all, answer } = faultyFolder(...counts, size)
      openFolder(answer)
      const rows = await readFolderRows('svc://my')
      expect(rows.map(({ name }) => name)).toEqual(all.map(({ name }) => name))
    },
  )

  it('what a job or an archive reads ends when the service gives the same cursor again', async () => {
    const { answer } = faultyFolder(0, 4, 0, 2)
    let requests = 0
    openFolder((url) => {
      if (++requests > 10) throw new RangeError('asked without end')
      const page = answer(url)
      return { ...page, pagination: { ...page.pagination, next_token: '2' } }
    })
    await expect(readFolderRows('svc://my')).rejects.toThrow(EndlessListError)
  })
})
