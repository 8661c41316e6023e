import { type MutationOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { TransportError } from '#src/contract/errors.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { fileWrites } from '#src/queries/file-writes.ts'
import { showToast } from '#src/stores/toasts.ts'
import { downloadsCode, fileWritesCode } from './late.ts'

type Pick<D, V> = (writes: typeof fileWrites) => MutationOptions<D, Error, V>

/** Writes, fetched before the first of them. They go on when their page is left. */
export function useFileWrites() {
  const client = useQueryClient()
  return useMemo(() => {
    /** Rejects with what went wrong, which the field that asked for it says. */
    const writeOne = async <D, V>(pick: Pick<D, V>, variables: V): Promise<D> => {
      const code = await fileWritesCode.load().catch((cause: unknown) => {
        throw new TransportError('network', { cause })
      })
      return client.getMutationCache().build(client, pick(code.fileWrites)).execute(variables)
    }
    /** Never rejects: what became of a batch is said by the batch. */
    const writeMany = async <D, V>(pick: Pick<D, V>, variables: V): Promise<D | undefined> => {
      const code = await fileWritesCode.load().catch((cause: unknown) => {
        showToast({ kind: 'failed', error: new TransportError('network', { cause }) })
      })
      if (!code) return undefined
      return client
        .getMutationCache()
        .build(client, pick(code.fileWrites))
        .execute(variables)
        .catch(() => undefined)
    }
    /** Never rejects either. */
    const downloadAll = async (rows: readonly FileRow[]): Promise<void> => {
      try {
        const code = await downloadsCode.load().catch((cause: unknown) => {
          throw new TransportError('network', { cause })
        })
        await code.download(client, rows)
      } catch (error) {
        showToast({ kind: 'failed', error: error as Error })
      }
    }
    return { writeOne, writeMany, downloadAll }
  }, [client])
}
