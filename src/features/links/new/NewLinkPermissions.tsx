import { noPermissions, type PermissionSetting } from '#src/contract/share.ts'
import { effectivePermissionSetting } from '#src/features/links/permissions/permission-table.ts'
import { PermissionsField } from '#src/features/links/permissions/PermissionsField.tsx'
import { useNewLinkMessages } from '#src/i18n/parts/new-link-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './NewLinkPermissions.module.css'

/** The button that opened the table is gone by then. */
const focusFirstBox = (part: HTMLElement | null) => part?.querySelector('input')?.focus()

/** Says who may open new links, and lets one choose, unless the service is known not to take that. */
export function NewLinkPermissions({
  isProtected,
  canChoose,
  permissions,
  onChange,
}: {
  isProtected: boolean
  canChoose: boolean
  /** null for anyone with the link. */
  permissions: PermissionSetting | null
  onChange: (permissions: PermissionSetting) => void
}) {
  const messages = useNewLinkMessages()
  if (permissions) {
    return (
      <div ref={focusFirstBox}>
        <PermissionsField setting={permissions} onChange={onChange} />
      </div>
    )
  }
  return (
    <p className={css['who']}>
      <span>{messages.anyone(isProtected)}</span>
      {canChoose && (
        <Button
          small
          variant="quiet"
          aria-label={messages.changeAccess}
          onClick={() => onChange(effectivePermissionSetting(noPermissions))}
        >
          {messages.change}
        </Button>
      )}
    </p>
  )
}
