import { useMutation } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import {
  type NetworkDrive,
  drives,
  type NetworkDriveSettings,
} from '#src/features/account/drives.ts'
import { homeUri } from '#src/features/file-lists/files.ts'
import { crumbsOf, toFolderUri } from '#src/features/folder/path.ts'
import { LazyFolderPicker } from '#src/features/folder/picker/LazyFolderPicker.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { SectionAlert } from '#src/pages/account/SectionAlert.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { PathText } from '#src/ui/text/PathText.tsx'
import css from '#src/pages/account/AccountPage.module.css'

const newDrive: NetworkDriveSettings = {
  name: '',
  uri: homeUri,
  isReadOnly: false,
  isProxied: false,
  refusesSystemFiles: false,
}
const maxNameLength = 255

/** Adds a network drive, or changes one. */
export function DriveForm({
  drive,
  onDone,
  onClose,
}: {
  /** The drive to change; absent for a new one. */
  drive?: NetworkDrive
  onDone: (drive: NetworkDrive) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useAccountMessages()
  const id = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const [settings, setSettings] = useState<NetworkDriveSettings>(drive ?? newDrive)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const add = useMutation(drives.add())
  const change = useMutation(drives.change())
  const { error, isPending } = drive ? change : add
  const name = settings.name.trim()
  const problem =
    name === '' ? messages.nameMissing : name.length > maxNameLength ? messages.nameLong : undefined
  const edit = (part: Partial<NetworkDriveSettings>) => setSettings({ ...settings, ...part })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setSubmitted(true)
    if (problem !== undefined) {
      nameField.current?.focus()
      return
    }
    const { uri, isReadOnly, isProxied, refusesSystemFiles } = settings
    const wished = { name, uri, isReadOnly, isProxied, refusesSystemFiles }
    if (drive) {
      change.mutate(
        { drive, settings: wished },
        { onSuccess: () => onDone({ ...drive, ...wished }) },
      )
    } else add.mutate(wished, { onSuccess: onDone })
  }
  const folder = toFolderUri(settings.uri)
  return (
    <Dialog
      open
      width="narrow"
      title={drive ? messages.changeTitle(drive.name) : messages.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" form={id} variant="primary" busy={isPending}>
            {drive ? t.common.save : messages.addDrive}
          </Button>
        </>
      }
    >
      <form id={id} className={css['form']} noValidate onSubmit={submit}>
        {error && <SectionAlert error={error} />}
        <TextField
          ref={nameField}
          label={messages.driveName}
          name="name"
          hint={messages.driveNameHint}
          data-autofocus=""
          value={settings.name}
          error={isSubmitted ? problem : undefined}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <div className={css['folder']}>
          <span id={`${id}-folder`}>{messages.driveFolder}</span>
          <div>
            <Folder aria-hidden="true" />
            <PathText
              names={folder === null ? [settings.uri] : crumbsOf(folder, t).map(({ name }) => name)}
            />
            <Button small aria-describedby={`${id}-folder`} onClick={() => setChoosing(true)}>
              {messages.chooseFolder}
            </Button>
          </div>
        </div>
        <Checkbox checked={settings.isReadOnly} onChange={(isReadOnly) => edit({ isReadOnly })}>
          {messages.readOnlyChoice}
        </Checkbox>
      </form>
      {isChoosing && (
        <LazyFolderPicker
          title={messages.chooseFolderTitle}
          verb={messages.useFolder}
          items={[]}
          start={folder ?? homeUri}
          onChoose={(uri) => {
            edit({ uri })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Dialog>
  )
}
