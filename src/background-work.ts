import type { QueryClient } from '@tanstack/react-query'
import { deletePagePictures } from '#src/platform/account-records.ts'
import { startListCounts } from '#src/queries/live/live-counts.ts'
import { startLiveUpdates } from '#src/queries/live/live-lists.ts'
import { preloadWhenIdle } from '#src/ui/lazy-module.ts'
import { loadFont } from '#src/ui/styles/load-font.ts'
import type { createAppRouter } from './router.tsx'

/** Starts what waits until the first rows are drawn, so as not to compete with them. */
export function startBackgroundWork(
  client: QueryClient,
  router: ReturnType<typeof createAppRouter>,
): void {
  void loadFont((show) => {
    const { pathname } = router.state.location
    const stop = router.subscribe(({ location }) => {
      if (location.pathname === pathname) return
      stop()
      show()
    })
  })
  void deletePagePictures()
  void preloadWhenIdle()
  startLiveUpdates(client)
  startListCounts(client)
}
