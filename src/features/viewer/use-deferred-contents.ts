import { useState } from 'react'

/**
 * Contents that are fetched only after Open, because each fetch spends a download of a link (docs/protocol.md §5.5).
 * When `fetchContents` rejects they stay closed with that `failure`, and Open can be pressed again.
 */
export function useDeferredContents(
  initiallyOpen: boolean | (() => boolean),
  fetchContents: () => Promise<void>,
) {
  const [isOpen, setOpen] = useState(initiallyOpen)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const open = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await fetchContents()
      setOpen(true)
    } catch (error) {
      setFailure(error as Error)
    }
    setBusy(false)
  }
  return { isOpen, isBusy, failure, open: () => void open(), close: () => setOpen(false) }
}
