import { useMutation } from '@tanstack/react-query'
import { HardDrive, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type NetworkDrive, drives } from '#src/features/account/drives.ts'
import { useDrives } from '#src/features/account/use-drives.ts'
import { folderViewHref } from '#src/features/folder-view/overrides.ts'
import { crumbsOf, toFolderUri } from '#src/features/folder/path.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { AccountSection } from '#src/pages/account/AccountSection.tsx'
import { focusAfterPress } from '#src/pages/account/focus-after-press.ts'
import { SectionAlert } from '#src/pages/account/SectionAlert.tsx'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import { PathText } from '#src/ui/text/PathText.tsx'
import { DriveAccessInfo } from './DriveAccessInfo.tsx'
import { DriveForm } from './DriveForm.tsx'
import css from '#src/pages/account/AccountPage.module.css'

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'change' | 'connect' | 'remove'; drive: NetworkDrive }
  | undefined

/** The network drives; nothing where the service has none, or the user may not have any. */
export function DrivesSection({ email }: { email: string }) {
  const messages = useAccountMessages()
  const { data, error, isFetching, refetch, isEnabled } = useDrives()
  const remove = useMutation(drives.remove())
  const [dialog, setDialog] = useState<OpenDialog>()
  const addButton = useRef<HTMLButtonElement>(null)
  const close = () => setDialog(undefined)
  const removeDrive = (drive: NetworkDrive) =>
    remove.mutate(drive, {
      onSuccess: () => {
        announce(messages.driveRemoved)
        // The menu's button goes with its row.
        focusAfterPress(addButton.current)
      },
    })
  if (!isEnabled || data === null || (data === undefined && !error)) return null
  return (
    <AccountSection id="network-drives" title={messages.drives} text={messages.drivesText}>
      {error && !data && (
        <SectionAlert
          text={messages.sectionFailed}
          error={error}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className={css['none']}>{messages.drivesNone}</p>}
      {data && data.length > 0 && (
        <ul className={css['list']} aria-label={messages.drives}>
          {data.map((drive) => (
            <DriveRow key={drive.id} drive={drive} onOpen={(kind) => setDialog({ kind, drive })} />
          ))}
        </ul>
      )}
      {remove.error && (
        <SectionAlert error={remove.error} onRetry={() => removeDrive(remove.variables)} />
      )}
      {data && (
        <div className={css['buttons']}>
          <Button
            ref={addButton}
            icon={<Plus aria-hidden="true" />}
            onClick={() => setDialog({ kind: 'add' })}
          >
            {messages.addDrive}
          </Button>
        </div>
      )}
      {dialog?.kind === 'add' && (
        <DriveForm onDone={(drive) => setDialog({ kind: 'connect', drive })} onClose={close} />
      )}
      {dialog?.kind === 'change' && (
        <DriveForm drive={dialog.drive} onDone={close} onClose={close} />
      )}
      {dialog?.kind === 'connect' && (
        <DriveAccessInfo drive={dialog.drive} email={email} onClose={close} />
      )}
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          title={messages.removeTitle(dialog.drive.name)}
          text={messages.removeText}
          action={messages.remove}
          onConfirm={() => {
            close()
            removeDrive(dialog.drive)
          }}
          onClose={close}
        />
      )}
    </AccountSection>
  )
}

function DriveRow({
  drive,
  onOpen,
}: {
  drive: NetworkDrive
  onOpen: (kind: 'change' | 'connect' | 'remove') => void
}) {
  const { t } = useI18n()
  const messages = useAccountMessages()
  const folder = toFolderUri(drive.uri)
  return (
    <li>
      <HardDrive aria-hidden="true" />
      <div className={css['what']}>
        <b>
          <bdi>{escapeControlChars(drive.name)}</bdi>
          {drive.isReadOnly && (
            <span className={css['mark']} data-quiet="">
              {messages.readOnly}
            </span>
          )}
        </b>
        <small>
          {folder === null ? (
            escapeControlChars(drive.uri)
          ) : (
            <Link to={folderViewHref(folder)}>
              <PathText names={crumbsOf(folder, t).map(({ name }) => name)} />
            </Link>
          )}
        </small>
      </div>
      <Button
        small
        aria-label={messages.connectNamed(drive.name)}
        onClick={() => onOpen('connect')}
      >
        {messages.connect}
      </Button>
      <MoreMenu
        small
        name={messages.driveMenu(drive.name)}
        entries={[
          {
            key: 'change',
            label: messages.changeDrive,
            icon: <Pencil aria-hidden="true" />,
            onSelect: () => onOpen('change'),
          },
          {
            key: 'remove',
            label: messages.removeDrive,
            icon: <Trash2 aria-hidden="true" />,
            onSelect: () => onOpen('remove'),
          },
        ]}
      />
    </li>
  )
}
