import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import { showUploadPanel } from '#src/jobs/questions/dialogs.ts'

/** Files that were chosen together and not all uploaded when the page was reloaded or closed. */
export type UnfinishedQueueSummary = {
  /** Id of their journal. */
  readonly id: string
  /**
   * Name of the one folder that they came in, else of the folder that they go to; '' for the root of the user's files.
   */
  readonly name: string
  readonly done: number
  readonly left: number
  /** Bytes of the files that are left. */
  readonly size: number
  /** What the user has to choose again. */
  readonly choice: 'folder' | 'files' | 'both'
  /** Whether some of the files that were left are on the list of uploads again. */
  readonly isResumed: boolean
  /** Whether the folder that they go to is no longer there. */
  readonly isFolderGone: boolean
}

type State = {
  queues: readonly UnfinishedQueueSummary[]
  /** Whether the user has closed the panel; they are offered again after a reload. */
  isHidden: boolean
}
const initial: State = { queues: [], isHidden: false }
const useStore = create<State>()(() => initial)
const none: readonly UnfinishedQueueSummary[] = []

export const useUnfinishedQueueSummaries = (): readonly UnfinishedQueueSummary[] =>
  useStore(({ queues, isHidden }) => (isHidden ? none : queues))

/** Replaces the entry with the same id, or adds it at the end and shows the panel. */
export function putUnfinishedQueueSummary(queue: UnfinishedQueueSummary): void {
  const { queues } = useStore.getState()
  if (queues.some(({ id }) => id === queue.id)) {
    useStore.setState({ queues: queues.map((each) => (each.id === queue.id ? queue : each)) })
    return
  }
  showUploadPanel()
  useStore.setState({ queues: [...queues, queue], isHidden: false })
}

export const removeUnfinishedQueueSummary = (id: string): void =>
  useStore.setState(({ queues }) => ({ queues: queues.filter((each) => each.id !== id) }))

export const hideUnfinishedQueueSummaries = (): void => useStore.setState({ isHidden: true })

onSignOut(() => useStore.setState(initial))
