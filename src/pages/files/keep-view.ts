import type { QueryClient } from '@tanstack/react-query'
import { builtInView } from '#src/contract/view-rules.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { viewWrites } from '#src/queries/view-writes.ts'
import { views } from '#src/queries/views.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { showToast } from '#src/stores/toasts.ts'

/** Makes how a folder is looked at its view. Resolves to whether it is. */
export async function keepView(
  client: QueryClient,
  folder: { uri: string; name: string; effective: ViewSetting | null },
  look: Partial<ViewSetting>,
): Promise<boolean> {
  try {
    const over = await client.fetchQuery(views.own(folder.uri))
    const view = { ...(over ?? folder.effective ?? builtInView), ...look }
    await client
      .getMutationCache()
      .build(client, viewWrites.save())
      .execute({
        folder: folder.uri,
        name: folder.name,
        over,
        edit: { view, typed: {}, isReset: false },
      })
    return true
  } catch (error) {
    if (!(error instanceof LockCancelledError)) {
      showToast({ kind: 'failed', error: error as Error })
    }
    return false
  }
}
