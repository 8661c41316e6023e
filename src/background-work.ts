import type { QueryClient } from '@tanstack/react-query'
import { followPages } from '#src/components/frame/page-snapshots.ts'
import { startLiveUpdates } from '#src/queries/live/live-lists.ts'
import { preloadWhenIdle } from '#src/ui/lazy-module.ts'
import { loadFont } from '#src/ui/styles/load-font.ts'
import { loadMessages } from './i18n/catalogues.ts'

/** Starts what waits until the first rows are drawn, so as not to compete with them. */
export function startBackgroundWork(client: QueryClient): void {
  void loadFont()
  // After a failure, what needs them asks for them again.
  void loadMessages('all').catch(() => undefined)
  void preloadWhenIdle()
  startLiveUpdates(client)
  followPages()
}
