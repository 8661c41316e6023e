import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react'
import type { ViewSetting } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { FolderTree } from '#src/queries/folder-tree.ts'
import { viewCopy } from '#src/queries/view-copy.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { AccountChoice } from '#src/views/AccountChoice.tsx'
import css from './CopyToSubfolders.module.css'
import { FolderTreeView } from './FolderTreeView.tsx'
import { noPicks, pick, reachesInto, readPicks } from './picked-folders.ts'

/** Of so many that are meant it is found out whether they have a view of their own, seen or not. */
const mostLookedAt = 200

/**
 * Gives a view to folders below a folder, or takes theirs away so that they inherit (V6). The copying itself is a batch:
 * it goes on when this, or the page, is left.
 */
export function CopyToSubfolders({
  folder,
  view,
  onClose,
}: {
  /** Address of the folder. */
  folder: string
  /** The view to copy, as the service takes it. */
  view: ViewSetting
  onClose: () => void
}) {
  const { t } = useI18n()
  const id = useId()
  const [tree] = useState(() => new FolderTree(folder))
  const [picks, setPicks] = useState(noPicks)
  const [what, setWhat] = useState<'view' | 'inherit'>('view')
  const { mutate: copy } = useMutation(viewCopy.toFolders())
  const version = useSyncExternalStore(tree.subscribe, tree.version)
  useEffect(() => {
    tree.start()
    return () => tree.stop()
  }, [tree])
  useEffect(() => tree.follow((each) => reachesInto(each, picks)), [tree, picks])

  const picked = useMemo(() => {
    void version
    const [root, ...below] = tree.all()
    return readPicks(root ?? tree.root, below, picks)
  }, [tree, version, picks])
  const { states, folders, isLooking, failed } = picked
  useEffect(() => {
    if (isLooking) return
    for (const each of folders.slice(0, mostLookedAt)) tree.look(each, 'last')
  }, [tree, folders, isLooking])
  const owning = folders.filter(({ hasOwnView }) => hasOwnView).length
  const isSure = folders.every(({ hasOwnView }) => hasOwnView !== undefined)

  const { root } = tree
  const isEmpty = root.children?.length === 0
  const count = isLooking
    ? t.operations.viewCopy.chosenSoFar(folders.length)
    : t.operations.viewCopy.chosen(folders.length)
  useEffect(() => announce(count), [count])
  const isBlocked = folders.length === 0 || isLooking
  const go = () => {
    if (isBlocked) return
    copy({
      items: folders.map(({ id: folderId, uri, name }) => ({ id: folderId, uri, name })),
      view: what === 'view' ? view : null,
    })
    onClose()
  }

  return (
    <Dialog
      open
      title={t.operations.viewCopy.toTitle}
      onClose={onClose}
      actions={
        <>
          <span className={css['gap']} />
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            kind="primary"
            aria-disabled={isBlocked || undefined}
            aria-describedby={`${id}-count`}
            onClick={go}
          >
            {what === 'view'
              ? t.operations.viewCopy.give(folders.length)
              : t.operations.viewCopy.reset(folders.length)}
          </Button>
        </>
      }
    >
      <AccountChoice
        label={t.operations.viewCopy.what}
        value={what}
        options={[
          { value: 'view', label: t.operations.viewCopy.thisView },
          { value: 'inherit', label: t.operations.viewCopy.noView },
        ]}
        onChange={setWhat}
      />
      <p className={css['hint']}>
        {what === 'view' ? t.operations.viewCopy.thisViewHint : t.operations.viewCopy.noViewHint}
      </p>
      <div className={css['all']}>
        <Checkbox
          checked={states.get(root.uri) ?? false}
          disabled={isEmpty}
          onChange={() => setPicks(pick(picks, root, states.get(root.uri) !== true))}
        >
          {t.operations.viewCopy.allSubfolders}
        </Checkbox>
        <Checkbox
          checked={picks.isDeep}
          disabled={isEmpty}
          onChange={(isDeep) => setPicks({ ...picks, isDeep })}
        >
          {t.operations.viewCopy.alsoBelow}
        </Checkbox>
      </div>
      {root.children && !isEmpty ? (
        <FolderTreeView
          tree={tree}
          version={version}
          states={states}
          onPick={(each, isMeant) => setPicks(pick(picks, each, isMeant))}
        />
      ) : (
        <div className={css['scroller']}>
          {isEmpty ? (
            <p className={css['note']}>{t.operations.viewCopy.noFolders}</p>
          ) : root.reading === 'failed' ? (
            <div role="alert" className={css['note']}>
              <span>{t.operations.viewCopy.rootUnread}</span>
              <Button small onClick={() => tree.read(root)}>
                {t.common.retry}
              </Button>
            </div>
          ) : (
            <div className={css['note']}>
              <Spinner />
            </div>
          )}
        </div>
      )}
      <p id={`${id}-count`} className={css['count']}>
        {isLooking && <Spinner />}
        <span>
          {count}{' '}
          {owning > 0 &&
            t.operations.viewCopy[what === 'view' ? 'replaces' : 'loses'](owning, isSure)}
        </span>
      </p>
      {failed > 0 && (
        <div role="alert" className={css['failed']}>
          <span>{t.operations.viewCopy.someUnread(failed)}</span>
          <Button small onClick={() => tree.retry()}>
            {t.common.retry}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
