import { AccessNotSupportedError } from '#src/features/links/create-link.ts'
import { ExpiryField } from '#src/features/links/limits/ExpiryField.tsx'
import { NewPasswordField } from '#src/features/links/limits/NewPasswordField.tsx'
import { LinkFormDialog } from '#src/features/links/LinkFormDialog.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useNewLinkMessages } from '#src/i18n/parts/new-link-messages.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import type { LinkCreationResult } from './created-links.ts'
import { NewLinkPermissions } from './NewLinkPermissions.tsx'
import { useCreateAndCopyLinks } from './use-create-links.ts'
import { useNewLinkSettings } from './use-new-link-settings.ts'
import css from '#src/features/links/LinkForm.module.css'

/** Options of a new link, or of one link to each of several items: password, expiry, download limit and what it shows. */
export function NewLinkForm({
  items,
  onCreated,
  onClose,
}: {
  items: readonly FileRow[]
  onCreated: (created: LinkCreationResult) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useNewLinkMessages()
  const { access, protect, password, expiry, limit, folder, submitted } = useNewLinkSettings()
  const { create, stop, progress, error } = useCreateAndCopyLinks(onCreated)
  const isPending = progress !== undefined
  const isAccessNotSupported = error instanceof AccessNotSupportedError
  const canStop = isPending && items.length > 1
  const submit = () => {
    const settings = isPending ? undefined : submitted()
    if (settings) void create(items, settings)
  }
  const isOne = items.length === 1
  return (
    <LinkFormDialog
      width={access.permissions ? 'medium' : 'narrow'}
      title={
        isOne
          ? messages.formTitleOfOne(displayName(items[0]?.name ?? ''))
          : messages.formTitle(items.length)
      }
      submitLabel={
        progress === undefined
          ? isOne
            ? t.linkForm.create
            : messages.create(items.length)
          : isOne
            ? t.common.working
            : messages.progress(progress, items.length)
      }
      cancelLabel={canStop ? t.common.stop : undefined}
      isSubmitFocused
      isPending={isPending}
      error={error instanceof LockCancelledError || isAccessNotSupported ? null : (error ?? null)}
      onSubmit={submit}
      onClose={canStop ? stop : onClose}
    >
      {isAccessNotSupported && (
        <p role="alert" className={css['failure']}>
          {messages.accessNotTaken}
        </p>
      )}
      <NewLinkPermissions {...access} />
      <div className={css['part']}>
        <Checkbox checked={access.isProtected} onChange={protect}>
          {messages.protect}
        </Checkbox>
        {access.isProtected && <NewPasswordField hideLabel {...password} />}
      </div>
      <ExpiryField {...expiry} />
      <TextField
        label={t.linkDetails.downloadLimit}
        inputMode="numeric"
        placeholder={t.linkDetails.noLimit}
        value={limit.text}
        onChange={(event) => limit.onChange(event.currentTarget.value)}
        error={limit.error}
      />
      {items.some(({ isFolder }) => isFolder) && (
        <div className={css['part']}>
          <Checkbox checked={folder.showsView} onChange={folder.setShowsView}>
            {t.linkForm.showView}
          </Checkbox>
          <Checkbox checked={folder.showsReadme} onChange={folder.setShowsReadme}>
            {t.linkForm.showReadme}
          </Checkbox>
        </div>
      )}
    </LinkFormDialog>
  )
}
