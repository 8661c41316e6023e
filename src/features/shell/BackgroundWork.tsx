import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { startDeletingOldRecords } from '#src/features/shell/delete-old-records.ts'
import { startListCounts } from '#src/features/shell/live/live-counts.ts'
import { startLiveUpdates } from '#src/features/shell/live/live-lists.ts'
import { preloadLazyCode } from '#src/ui/lazy-code.ts'
import { loadFontForNextPage } from '#src/ui/styles/load-font.ts'

/** Starts what nobody waits for, so that it does not compete with the first rows. `onNextPage` calls back once. */
export function BackgroundWork({ onNextPage }: { onNextPage: (callback: () => void) => void }) {
  const client = useQueryClient()
  useEffect(() => {
    void loadFontForNextPage(onNextPage)
    void preloadLazyCode()
  }, [onNextPage])
  useEffect(() => startDeletingOldRecords(), [])
  useEffect(() => startLiveUpdates(client), [client])
  useEffect(() => startListCounts(client), [client])
  return null
}
