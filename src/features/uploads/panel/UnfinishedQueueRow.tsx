import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UnfinishedQueueSummary } from '#src/features/uploads/journal/unfinished-queue-summaries.ts'
import type { ResumeResult } from '#src/features/uploads/queue/start-uploads.ts'
import { uploads } from '#src/features/uploads/uploads.ts'
import type { UploadsMessages } from '#src/i18n/en/operations/uploads.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useUploadsMessages } from '#src/i18n/parts/uploads-messages.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { filesFromInput, readFileSizes } from '#src/platform/files/local-files.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { HiddenFileInput } from '#src/ui/controls/fields/HiddenFileInput.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import css from './UnfinishedUploadsSection.module.css'

/** Browsers on phones cannot select folders; files are then found by what they are. */
const canChooseFolders = 'webkitdirectory' in HTMLInputElement.prototype

/** Files that a reload left behind: how many, and the way to go on with them or to forget them. */
export function UnfinishedQueueRow({ queue }: { queue: UnfinishedQueueSummary }) {
  const { t, language } = useI18n()
  const messages = useUploadsMessages()
  const { id, left, size, choice, isFolderGone } = queue
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const { mutate, data, isPending } = useMutation(uploads.resumeUnfinished())
  const name = queue.name === '' ? t.files.title : queue.name
  const text = isFolderGone ? undefined : alertText(data, messages)
  const canGoOn = useIsOnline() && !isFolderGone
  const offersFolder = canGoOn && choice !== 'files' && canChooseFolders
  const offersFiles = canGoOn && (choice !== 'folder' || !canChooseFolders)
  const resume = (list: readonly File[]) =>
    void readFileSizes(filesFromInput(list), () => {}).then((localFiles) =>
      mutate({ id, localFiles }),
    )
  return (
    <div role="group" aria-label={displayName(name)} className={css['queue']}>
      <FileGlyph kind="folder" />
      <div className={css['text']}>
        <TruncatedName name={name} />
        <p>{isFolderGone ? messages.queueFolderGone(queue) : messages.queue(queue)}</p>
        {text !== undefined && <p role="alert">{text}</p>}
        <div className={css['buttons']}>
          {offersFolder && (
            <Button small busy={isPending} onClick={() => folder.current?.click()}>
              {messages.chooseFolder}
            </Button>
          )}
          {offersFiles && (
            <Button small busy={isPending} onClick={() => files.current?.click()}>
              {messages.chooseFiles}
            </Button>
          )}
          <Button small variant="quiet" onClick={() => setAsking(true)}>
            {messages.forget}
          </Button>
          <small>{formatBytes(size, language)}</small>
        </div>
        <HiddenFileInput
          ref={folder}
          label={messages.resumeFolder(displayName(name))}
          takes="folder"
          onChoose={resume}
        />
        <HiddenFileInput
          ref={files}
          label={messages.resumeFiles(displayName(name))}
          onChoose={resume}
        />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={messages.forgetTitle(left)}
          text={messages.forgetText(queue.done, left)}
          action={messages.forget}
          onConfirm={() => {
            setAsking(false)
            void uploads.forgetUnfinished(client, id)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** What there is to say of the files that were selected last. */
function alertText(
  result: ResumeResult | 'folderGone' | undefined,
  messages: UploadsMessages,
): string | undefined {
  if (result === undefined || result === 'folderGone') return undefined
  const { matching, differing } = result
  if (differing.length > 0)
    return messages.differing(displayName(differing[0] ?? ''), differing.length)
  return matching === 0 ? messages.noneOfThem : undefined
}
