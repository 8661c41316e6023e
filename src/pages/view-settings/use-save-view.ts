import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { TransportError } from '#src/contract/errors.ts'
import type { SaveView } from '#src/queries/view-writes.ts'
import { viewWritesCode } from './late.ts'

type Saving =
  | { at: 'rest' }
  | { at: 'saving' }
  | { at: 'failed'; error: Error; sent: SaveView['edit'] }

/** Saves views, one at a time. It goes on when the page is left. */
export function useSaveView() {
  const client = useQueryClient()
  const [saving, setSaving] = useState<Saving>({ at: 'rest' })
  const isBusy = useRef(false)

  /** Resolves to whether it is saved; why not is in `saving`. */
  const save = async (wish: SaveView): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setSaving({ at: 'saving' })
    try {
      const { viewWrites } = await viewWritesCode.load().catch((cause: unknown) => {
        throw new TransportError('network', { cause })
      })
      await client.getMutationCache().build(client, viewWrites.save()).execute(wish)
      setSaving({ at: 'rest' })
      return true
    } catch (error) {
      setSaving({ at: 'failed', error: error as Error, sent: wish.edit })
      return false
    } finally {
      isBusy.current = false
    }
  }
  return { save, saving, forgetFailure: () => setSaving({ at: 'rest' }) }
}
