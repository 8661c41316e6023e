import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { SessionEndedError } from '#src/contract/errors.ts'
import { defaultView } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import {
  noOverrides,
  type ViewOverrides,
  viewFieldsOfOverrides,
} from '#src/features/folder-view/overrides.ts'
import { ViewChangedError } from '#src/features/folder-view/view-drafts.ts'
import { viewWrites } from '#src/features/folder-view/view-writes.ts'
import { views } from '#src/features/folder-view/views.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { dismissFailuresAbout, dismissToastAbout, showToast } from '#src/jobs/messages/toasts.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { createOperation } from '#src/lib/operation.ts'

/** Requests the folder's own view, for the settings that are about to open. */
export const prefetchOwnView = (client: QueryClient, uri: string): void =>
  void client.prefetchQuery(views.own(uri))

export type FolderWithView = { uri: string; name: string; effective: ViewSetting | null }

export const dismissSaveViewOffer = (): void => dismissToastAbout('changed view')

/** Offers to save this change of how a folder is shown, instead of the change before; nothing when it is null. */
export function offerToSaveView(
  client: QueryClient,
  folder: FolderWithView,
  what: 'layout' | 'columns',
  change: ViewOverrides[typeof what],
  onSaved: () => void,
): void {
  dismissSaveViewOffer()
  if (change === null) return
  const save = async () => {
    const overrides = viewFieldsOfOverrides({ ...noOverrides, [what]: change })
    if (await saveFolderView(client, folder, overrides)) onSaved()
  }
  showToast({ kind: 'done', key: 'viewChanged', what, save: () => void save() })
}

/** Saves how a folder is shown as its view. Resolves to whether it was saved. */
export async function saveFolderView(
  client: QueryClient,
  folder: FolderWithView,
  overrides: Partial<ViewSetting>,
): Promise<boolean> {
  dismissSaveViewOffer()
  const failureContext = {
    kind: 'notDone',
    operation: createOperation('saveView', [folder]),
  } as const
  const save = async () => {
    const ownView = await client.fetchQuery(views.own(folder.uri))
    const view = { ...(ownView ?? folder.effective ?? defaultView), ...overrides }
    await startMutation(client, viewWrites.save(), {
      folder: folder.uri,
      name: folder.name,
      ownView,
      edit: { view, invalidTexts: {}, isReset: false },
    })
  }
  try {
    await save().catch((error: unknown) => {
      // Another view was saved between the two reads: these changes are made to that one.
      if (!(error instanceof ViewChangedError)) throw error
      return save()
    })
    dismissFailuresAbout(failureContext)
    return true
  } catch (error) {
    // A sign-out clears what is being read: then there is nobody to tell.
    const isSignedOut =
      error instanceof SessionEndedError || (error instanceof CancelledError && error.silent)
    if (!isSignedOut && !(error instanceof LockCancelledError)) {
      showToast({ kind: 'failed', error: error as Error, failureContext })
    }
    return false
  }
}
