import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { files } from '#src/features/file-lists/files.ts'
import { subfolders } from '#src/features/folder-view/subfolders.ts'
import { type ViewCopyTarget, copyViewToFolders } from '#src/features/folder-view/view-copy.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useViewCopyMessages } from '#src/i18n/parts/view-copy-messages.ts'
import { dismissToast, toastAbout } from '#src/jobs/messages/toasts.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { RadioGroup } from '#src/ui/controls/RadioGroup.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { FolderTreeView } from './FolderTreeView.tsx'
import { noFoldersSelected, setFolderSelected, resolveSelection } from './selected-folders.ts'
import { type TreeFolder, useFolderTree } from './use-folder-tree.ts'
import css from './CopyToSubfolders.module.css'

/** How many selected folders are checked for a view of their own; visible folders are always checked. */
const maxOwnViewChecks = 200

/** Whether the view of a folder is stored with it or with one above, other than a root, which cannot be asked. */
function useIsViewStored(folder: string): boolean {
  const from = useQuery(files.viewOrigin(folder)).data?.from
  return from === 'own' || from === 'folder'
}

/**
 * Copies a view to subfolders, or removes their own views so that they inherit (V6). The copy is a job, which continues
 * when the dialog is closed or the page is left.
 */
export function CopyToSubfolders({
  folder,
  view,
  isSaved,
  saved,
  onClose,
}: {
  /** URI of the folder. */
  folder: string
  /** The view to copy, within the limits of the service. */
  view: ViewSetting
  /** Whether the folder has a saved view, its own or one from above. */
  isSaved: boolean
  /** The folder with the view that it had before it was saved for this: one message, with one Undo, is about both. */
  saved: ViewCopyTarget | undefined
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useViewCopyMessages()
  const id = useId()
  const client = useQueryClient()
  const [choice, setChoice] = useState<'view' | 'inherit'>('view')
  const isStored = useIsViewStored(folder)
  const { mutateAsync: copy } = useMutation(copyViewToFolders())
  const { root, read, selection, setSelection, states, folders, failed, isSearching } =
    useSelectedFolders(folder)
  const ownViews = useOwnViewCount(isSearching ? [] : folders)
  const isEmpty = root.children?.length === 0
  const count = messages[isSearching ? 'chosenSoFar' : 'chosen'](folders.length)
  useEffect(() => announce(count), [count])
  const ownViewsText = messages[choice === 'view' ? 'replaces' : 'loses'](
    ownViews.count,
    ownViews.isExact,
  )
  const isBlocked = folders.length === 0 || isSearching
  const startCopy = () => {
    if (isBlocked) return
    const isBoth = saved !== undefined && choice === 'view'
    const saveToast = isBoth ? toastAbout('saved view') : undefined
    const items = folders.map(({ id: folderId, uri, name }) => {
      // What an earlier copy has changed is not known until it is looked at again.
      const seen = client.getQueryState(subfolders.ownView(uri).queryKey)
      return { id: folderId, uri, name, expected: seen?.isInvalidated ? undefined : seen?.data }
    })
    copy({ items, view: choice === 'view' ? view : null, ...(isBoth && { saved }) }).then(
      // A copy that has done nothing leaves the save with its own Undo.
      ({ done }) => done.length > 0 && saveToast && dismissToast(saveToast.id),
      // The job shows its own failures.
      () => undefined,
    )
    onClose()
  }

  return (
    <Dialog
      open
      title={messages.toTitle}
      onClose={onClose}
      actions={
        <>
          <span className={css['gap']} />
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            variant="primary"
            aria-disabled={isBlocked || undefined}
            aria-describedby={`${id}-count`}
            onClick={startCopy}
          >
            {choice === 'view' ? messages.copyTo(folders.length) : messages.reset(folders.length)}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={messages.choice}
        value={choice}
        options={[
          { value: 'view', label: messages.thisView },
          { value: 'inherit', label: messages.noView },
        ]}
        onChange={setChoice}
      />
      <p className={css['hint']}>
        {choice === 'view' ? messages.thisViewHint : messages.noViewHint}
      </p>
      <div className={css['all']}>
        <Checkbox
          checked={states.get(root.uri) ?? false}
          disabled={isEmpty}
          onChange={() =>
            setSelection(setFolderSelected(selection, root, states.get(root.uri) !== true))
          }
        >
          {messages.allSubfolders}
        </Checkbox>
        <Checkbox
          checked={selection.isDeep}
          disabled={isEmpty}
          onChange={(isDeep) => setSelection({ ...selection, isDeep })}
        >
          {messages.alsoBelow}
        </Checkbox>
      </div>
      {root.children && !isEmpty ? (
        <FolderTreeView
          root={root}
          isSavedAbove={isSaved || isStored}
          states={states}
          onRead={read}
          onSelect={(each, isSelected) =>
            setSelection(setFolderSelected(selection, each, isSelected))
          }
        />
      ) : (
        <NoTree root={root} onRetry={() => read(root)} />
      )}
      <p id={`${id}-count`} className={css['count']}>
        {isSearching && <Spinner />}
        <span>
          {ownViews.count > 0 ? [count, ownViewsText].join(t.common.betweenSentences) : count}
        </span>
      </p>
      {failed.length > 0 && <UnreadFolders folders={failed} onRetry={read} />}
    </Dialog>
  )
}

/** The folders below, those that are selected, and the ones that must be read first to know which these are. */
function useSelectedFolders(folder: string) {
  const { tree, read } = useFolderTree(folder)
  const [selection, setSelection] = useState(noFoldersSelected)
  const selected = useMemo(() => resolveSelection(tree, selection), [tree, selection])
  const { states, folders, unread, failed } = selected
  const readNew = useEffectEvent(() => {
    // The folder that is asked for last is read first.
    for (const each of unread.toReversed()) if (each.reading === 'unread') read(each)
  })
  useEffect(() => readNew(), [unread])
  return {
    root: tree.root,
    read,
    selection,
    setSelection,
    states,
    folders,
    failed,
    isSearching: unread.length > failed.length,
  }
}

/** How many of the folders have a view of their own, as far as that is known. */
function useOwnViewCount(folders: readonly TreeFolder[]): { count: number; isExact: boolean } {
  const checked = folders.slice(0, maxOwnViewChecks)
  const ownViews = useQueries({ queries: checked.map(({ uri }) => subfolders.ownView(uri)) })
  return {
    count: ownViews.filter(({ data }) => data).length,
    isExact: checked.length === folders.length && ownViews.every(({ data }) => data !== undefined),
  }
}

/** Folders that could not be read, so that it is not known what is selected below them. */
function UnreadFolders({
  folders,
  onRetry,
}: {
  folders: readonly TreeFolder[]
  onRetry: (folder: TreeFolder) => void
}) {
  const { t } = useI18n()
  const messages = useViewCopyMessages()
  return (
    <div role="alert" className={css['failed']}>
      <span>{messages.someUnread(folders.length)}</span>
      <Button small onClick={() => folders.forEach(onRetry)}>
        {t.common.retry}
      </Button>
    </div>
  )
}

/** In place of the tree: there is no folder, or none is known yet. */
function NoTree({ root, onRetry }: { root: TreeFolder; onRetry: () => void }) {
  const { t } = useI18n()
  const messages = useViewCopyMessages()
  return (
    <div className={css['scroller']}>
      {root.children ? (
        <p className={css['note']}>{messages.noFolders}</p>
      ) : root.reading === 'failed' ? (
        <div role="alert" className={css['note']}>
          <span>{messages.rootUnread}</span>
          <Button small onClick={onRetry}>
            {t.common.retry}
          </Button>
        </div>
      ) : (
        <div className={css['note']}>
          <Spinner />
        </div>
      )}
    </div>
  )
}
