import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { TransportError } from '#src/contract/errors.ts'
import { viewWritesModule } from '#src/pages/view-settings/lazy-modules.ts'
import { startMutation } from '#src/queries/start-mutation.ts'
import type { SaveView } from '#src/queries/views/view-writes.ts'

type SaveState =
  | { status: 'idle' }
  | { status: 'saving' }
  | { status: 'failed'; error: Error; sent: SaveView['edit'] }

/** Saves views, one at a time. A save continues after the page is left. */
export function useSaveView() {
  const client = useQueryClient()
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const isBusy = useRef(false)

  /** Resolves to whether the view was saved; `state` has the error. */
  const save = async (request: SaveView): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setState({ status: 'saving' })
    try {
      const { viewWrites } = await viewWritesModule.load().catch((cause: unknown) => {
        throw new TransportError('network', { cause })
      })
      await startMutation(client, viewWrites.save(), request)
      setState({ status: 'idle' })
      return true
    } catch (error) {
      setState({ status: 'failed', error: error as Error, sent: request.edit })
      return false
    } finally {
      isBusy.current = false
    }
  }
  return { save, state, clearError: () => setState({ status: 'idle' }) }
}
