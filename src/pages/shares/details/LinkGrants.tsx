import { type Grant, grantsOf } from '#src/features/links/access/grants.ts'
import {
  type Audience,
  grantsNobody,
  mayRead,
} from '#src/features/links/permissions/permission-table.ts'
import { useAudienceName } from '#src/features/links/permissions/use-audience-name.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { DescriptionItem, DescriptionList } from '#src/ui/details/DetailsPanel.tsx'
import css from './LinkDetails.module.css'

/** The permissions of a link by audience; text that cannot be decoded is shown as stored. */
export function LinkGrants({ row }: { row: LinkRow }) {
  const { permissions } = row
  // The line above the list says all.
  if (!permissions || grantsNobody(permissions)) return null
  return (
    <DescriptionList>
      {grantsOf(permissions).map((grant) => (
        <DescriptionItem
          key={
            'id' in grant.audience
              ? `${grant.audience.kind} ${grant.audience.id}`
              : grant.audience.kind
          }
          term={<AudienceName audience={grant.audience} />}
        >
          <Allowed grant={grant} isReader={mayRead(permissions, grant.audience)} />
        </DescriptionItem>
      ))}
    </DescriptionList>
  )
}

function AudienceName({ audience }: { audience: Audience }) {
  return <bdi>{useAudienceName(audience)}</bdi>
}

function Allowed({ grant, isReader }: { grant: Grant; isReader: boolean }) {
  const { t } = useI18n()
  const messages = t.linkDetails.permissions
  if (!grant.may)
    return <span className={css['raw']}>{t.common.labelled(t.links.access.raw, grant.raw)}</span>
  // Nothing is permitted without reading.
  if (grant.may.length === 0 || !isReader) return messages.nothing
  return messages.sentence(
    grant.may.map((what) => (typeof what === 'number' ? `#${what}` : t.permissions.columns[what])),
  )
}
