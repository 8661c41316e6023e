import type { PermissionSetting } from '#src/contract/share.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { usePermissionFormMessages } from '#src/i18n/parts/permission-form-messages.ts'
import {
  type Audience,
  audiencesOf,
  mayRead,
  parsePermissionBoolset,
  permissionFlags,
  permissionMessageKeys,
  boolsetOfAudience,
} from './permission-table.ts'
import { useAudienceName } from './use-audience-name.ts'
import css from './PermissionsField.module.css'

/** What a setting means, as one sentence for each audience that may do something. */
export function PermissionsEffect({ setting }: { setting: PermissionSetting }) {
  return (
    <p role="status" className={css['effect']}>
      {audiencesOf(setting).map((audience) => (
        <Effect
          key={'id' in audience ? `${audience.kind} ${audience.id}` : audience.kind}
          audience={audience}
          flags={
            mayRead(setting, audience)
              ? parsePermissionBoolset(boolsetOfAudience(setting, audience))
              : null
          }
        />
      ))}
    </p>
  )
}

function Effect({ audience, flags }: { audience: Audience; flags: ReadonlySet<number> | null }) {
  const { t } = useI18n()
  const messages = usePermissionFormMessages()
  const name = useAudienceName(audience)
  const granted = permissionFlags.filter((flag) => flags?.has(flag))
  if (granted.length === 0) return null
  const sentence = messages.effect(
    name,
    granted.map((flag) => t.permissions.columns[permissionMessageKeys[flag]]),
  )
  return `${sentence}${t.common.betweenSentences}`
}
