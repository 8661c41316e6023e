import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { PermissionSetting } from '#src/contract/share.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { usePermissionFormMessages } from '#src/i18n/parts/permission-form-messages.ts'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { PeopleSearch } from './PeopleSearch.tsx'
import {
  type Audience,
  audiencesOf,
  parsePermissionBoolset,
  permissionFlags,
  permissionMessageKeys,
  boolsetOfAudience,
  grantsNobody,
  togglePermission,
  removeUserPermissions,
  withAudienceBoolset,
} from './permission-table.ts'
import { PermissionsEffect } from './PermissionsEffect.tsx'
import { useAudienceName } from './use-audience-name.ts'
import css from './PermissionsField.module.css'

/** Who may read, change, add and delete behind a link (S14), as a table with the effect in words. */
export function PermissionsField({
  setting,
  onChange,
}: {
  setting: PermissionSetting
  onChange: (setting: PermissionSetting) => void
}) {
  const { t } = useI18n()
  const messages = usePermissionFormMessages()
  const errorId = useId()
  const peopleField = useRef<HTMLInputElement>(null)
  const { data: me } = useQuery(users.me())
  const error = grantsNobody(setting) && messages.nobody
  const known = (id: string) => id === me?.id || id in setting.user_explicit
  return (
    <fieldset
      className={css['field']}
      data-invalid={error ? '' : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>{t.links.access.title}</legend>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{messages.who}</span>
            </th>
            {permissionFlags.map((flag) => (
              <th key={flag} scope="col">
                {t.permissions.columns[permissionMessageKeys[flag]]}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{messages.removing}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {audiencesOf(setting).map((audience) => (
            <AudienceRow
              key={'id' in audience ? `${audience.kind} ${audience.id}` : audience.kind}
              audience={audience}
              setting={setting}
              onChange={onChange}
              onRemove={(id) => {
                onChange(removeUserPermissions(setting, id))
                // The pressed button goes.
                peopleField.current?.focus()
              }}
            />
          ))}
        </tbody>
      </table>
      <PeopleSearch
        fieldRef={peopleField}
        isKnown={known}
        onAdd={(id) =>
          onChange(
            togglePermission(
              withAudienceBoolset(setting, { kind: 'user', id }, ''),
              { kind: 'user', id },
              0,
              true,
            ),
          )
        }
      />
      {error ? (
        <p id={errorId} role="alert" className={css['error']}>
          {error}
        </p>
      ) : (
        <PermissionsEffect setting={setting} />
      )}
    </fieldset>
  )
}

function AudienceRow({
  audience,
  setting,
  onChange,
  onRemove,
}: {
  audience: Audience
  setting: PermissionSetting
  onChange: (setting: PermissionSetting) => void
  onRemove: (id: string) => void
}) {
  const { t } = useI18n()
  const messages = usePermissionFormMessages()
  const name = useAudienceName(audience)
  const raw = boolsetOfAudience(setting, audience)
  const flags = parsePermissionBoolset(raw)
  let cells: ReactNode
  if (flags) {
    cells = permissionFlags.map((flag) => (
      <td key={flag}>
        <Checkbox
          name={messages.may(name, t.permissions.columns[permissionMessageKeys[flag]])}
          checked={flags.has(flag)}
          onChange={(isGranted) => onChange(togglePermission(setting, audience, flag, isGranted))}
        />
      </td>
    ))
  } else {
    cells = (
      <td colSpan={permissionFlags.length} className={css['raw']}>
        {t.common.labelled(t.links.access.raw, raw ?? '')}
      </td>
    )
  }
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {cells}
      <td>
        {audience.kind === 'user' && (
          <IconButton
            small
            name={messages.remove(name)}
            icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => onRemove(audience.id)}
          />
        )}
      </td>
    </tr>
  )
}
