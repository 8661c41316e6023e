import { CircleCheck, CircleSlash } from 'lucide-react'
import { useRenameAgain } from '#src/features/folder/show-in-folder.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { dismissToast, showToast, type ToastMessageOfKind } from '#src/jobs/messages/toasts.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { copyText } from '#src/ui/copy/use-copy.ts'
import { DismissButton, TransientToast } from './Toast.tsx'
import { useEditedLinkText } from './use-edited-link-text.ts'
import styles from './Toasts.module.css'

type OtherMessage = Exclude<ToastMessageOfKind<'done'>, { key: 'linkEdited' }>

function textOf(message: OtherMessage, t: Messages): string {
  switch (message.key) {
    case 'copied':
      return t.toasts.copied(message.values)
    case 'exported':
      return t.toasts.exported(message.values)
    case 'copiedDead':
      return t.toasts.copiedDead(message.values)
    case 'addedToClipboard':
      return t.toasts.addedToClipboard(message.values)
    case 'pasteRefused':
      return t.toasts.pasteRefused(message.values)
    case 'alreadyUndone':
      return t.toasts.alreadyUndone(message.values)
    case 'notUploaded':
      return t.toasts.notUploaded(message.values)
    case 'uploadedElsewhere':
      return t.toasts.uploadedElsewhere(message.values)
    case 'copySaved':
      return t.toasts.copySaved(message.values)
    case 'zipSaved':
      return t.operations.zips.saved(message.values)
    case 'presetDeleted':
      return t.toasts.presetDeleted(message.values)
    case 'renamed':
      return t.toasts.renamed(message.values)
    case 'viewChanged':
      return t.toasts.viewChanged[message.what]
    case 'viewNotTakenBack':
      return t.toasts.viewNotTakenBack(message.values)
    case 'viewSaved':
      return t.toasts.viewSaved(message.values)
    case 'doneAfterWaiting':
      return t.operations.doneAfterWaiting(message.values.operation)
    case 'finished':
      return t.operations.done(message.values.operation)
    case 'notDone':
      return [
        t.operations.notDone(message.values.operation),
        ...(message.values.isUnlocked ? [t.locks.staysUnlocked] : []),
        ...(message.values.isInUse ? [t.toasts.isInUse] : []),
      ].join(t.common.betweenSentences)
  }
}

async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) showToast({ kind: 'done', key: 'copied', values: { count: 1 } })
  else showManualCopy(link)
}

/** Messages that must not look like a success. */
const notSuccesses = new Set([
  'notDone',
  'notUploaded',
  'pasteRefused',
  'copiedDead',
  'viewNotTakenBack',
])

/** Reports what was done, or what the user cancelled. */
export function MessageToast({ id, message }: { id: number; message: ToastMessageOfKind<'done'> }) {
  const { t } = useI18n()
  return message.key === 'linkEdited' ? (
    <LinkEditedToast id={id} message={message} />
  ) : (
    <DoneToast id={id} message={message} text={textOf(message, t)} />
  )
}

function LinkEditedToast({
  id,
  message,
}: {
  id: number
  message: Extract<ToastMessageOfKind<'done'>, { key: 'linkEdited' }>
}) {
  return <DoneToast id={id} message={message} text={useEditedLinkText(message.values)} />
}

function DoneToast({
  id,
  message,
  text,
}: {
  id: number
  message: ToastMessageOfKind<'done'>
  text: string
}) {
  const { t } = useI18n()
  const undo = 'undo' in message ? message.undo : undefined
  const renameAgain = useRenameAgain()
  const typedName = message.key === 'notDone' ? message.typedName : undefined
  const [act, label] =
    message.key === 'viewChanged'
      ? [message.save, t.viewSettings.saveForFolder]
      : typedName
        ? [() => renameAgain(typedName), t.files.rename]
        : [undo, t.common.undo]
  const isNotDone =
    notSuccesses.has(message.key) ||
    (message.key === 'alreadyUndone' && message.values.gone + (message.values.inFolders ?? 0) > 0)
  const Icon = isNotDone ? CircleSlash : CircleCheck
  return (
    <TransientToast id={id} isHeld={typedName !== undefined}>
      <Icon className={isNotDone ? undefined : styles['successIcon']} aria-hidden="true" />
      <p>{text}</p>
      {message.key === 'linkEdited' && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => void copyLink(message.link)}
        >
          {t.links.copyLink}
        </button>
      )}
      {act && (
        <button
          type="button"
          className={styles['action']}
          aria-label={
            act === undo
              ? t.common.labelled(t.common.undo, text)
              : typedName && t.toasts.renameTo(typedName.name)
          }
          onClick={() => {
            dismissToast(id)
            act()
          }}
        >
          {label}
        </button>
      )}
      <DismissButton id={id} />
    </TransientToast>
  )
}
