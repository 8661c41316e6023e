import { matchQuery, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer } from 'react'
import { type Subfolder, subfolders } from '#src/features/folder-view/subfolders.ts'
import { ThrottledCall } from '#src/lib/concurrency/throttled-call.ts'
import { keys } from '#src/lists/keys.ts'

/** A folder as it is known now. Each change makes a new tree. */
export type TreeFolder = Subfolder & {
  /** 0 for the folder that all others are below. */
  readonly level: number
  readonly parent: TreeFolder | null
  /** In the order of the service; undefined until they have been read. */
  readonly children: readonly TreeFolder[] | undefined
  readonly reading: 'unread' | 'reading' | 'read' | 'failed'
}

/** `below` lists parents before their children. */
export type FolderTree = { readonly root: TreeFolder; readonly below: readonly TreeFolder[] }

/** While folders are read, the tree is made anew this often, in ms. */
const updateIntervalMs = 200

/** The folders below `uri`, each read when it is asked for. What was read is forgotten with the component. */
export function useFolderTree(uri: string) {
  const client = useQueryClient()
  const [version, update] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const queryKey = keys.files.allSubfolders()
    const updating = new ThrottledCall(updateIntervalMs, update)
    const stop = client.getQueryCache().subscribe(({ query }) => {
      if (matchQuery({ queryKey }, query)) updating.request()
    })
    void client.prefetchQuery(subfolders.list(uri))
    return () => {
      stop()
      updating.cancel()
      client.removeQueries({ queryKey })
    }
  }, [client, uri])
  const tree = useMemo(() => {
    void version
    return growTree(client, uri)
  }, [client, uri, version])
  /** Reads the folders in this one before all that wait to be read, also after a failure. */
  const read = (folder: TreeFolder) => {
    if (!folder.children) void client.prefetchQuery(subfolders.list(folder.uri))
  }
  return { tree, read }
}

function growTree(client: QueryClient, uri: string): FolderTree {
  const below: TreeFolder[] = []
  const grow = (found: Subfolder, parent: TreeFolder | null): TreeFolder => {
    const state = client.getQueryState(subfolders.list(found.uri).queryKey)
    const folder: { -readonly [Key in keyof TreeFolder]: TreeFolder[Key] } = {
      ...found,
      level: parent ? parent.level + 1 : 0,
      parent,
      children: undefined,
      reading: readingOf(state),
    }
    if (parent) below.push(folder)
    folder.children = state?.data?.map((each) => grow(each, folder))
    return folder
  }
  return { root: grow({ id: '', uri, name: '' }, null), below }
}

function readingOf(state: { status: string; fetchStatus: string } | undefined) {
  if (!state) return 'unread'
  if (state.status === 'success') return 'read'
  return state.fetchStatus === 'fetching' ? 'reading' : 'failed'
}
