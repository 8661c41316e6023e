import type { QueryClient } from '@tanstack/react-query'
import { defaultView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { startMutation } from '#src/queries/start-mutation.ts'
import { viewWrites } from '#src/queries/views/view-writes.ts'
import { views } from '#src/queries/views/views.ts'
import { LockCancelledError } from '#src/stores/locks/lock-sessions.ts'
import { dismissFailures, showToast } from '#src/stores/toasts.ts'

/** Requests the folder's own view, for the settings that are about to open. */
export const prefetchOwnView = (client: QueryClient, uri: string): void =>
  void client.prefetchQuery(views.own(uri))

/** Saves how a folder is shown as its view. Resolves to whether it was saved. */
export async function saveFolderView(
  client: QueryClient,
  folder: { uri: string; name: string; effective: ViewSetting | null },
  overrides: Partial<ViewSetting>,
): Promise<boolean> {
  const about = { kind: 'notDone', operation: describeOperation('saveView', [folder]) } as const
  try {
    const over = await client.fetchQuery(views.own(folder.uri))
    const view = { ...(over ?? folder.effective ?? defaultView), ...overrides }
    await startMutation(client, viewWrites.save(), {
      folder: folder.uri,
      name: folder.name,
      over,
      edit: { view, invalidTexts: {}, isReset: false },
    })
    dismissFailures(about)
    return true
  } catch (error) {
    if (!(error instanceof LockCancelledError)) {
      showToast({ kind: 'failed', error: error as Error, about })
    }
    return false
  }
}
