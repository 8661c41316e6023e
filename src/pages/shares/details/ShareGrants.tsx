import { useQuery } from '@tanstack/react-query'
import { DescriptionItem, DescriptionList } from '#src/components/DetailsPanel.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { ShareRow } from '#src/lists/share-row.ts'
import { type Grant, grantsOf } from '#src/pages/shares/access.ts'
import { users } from '#src/queries/session/users.ts'
import css from './ShareDetails.module.css'

/** The permissions of a link by audience; text that cannot be decoded is shown as stored. */
export function ShareGrants({ row }: { row: ShareRow }) {
  const { t } = useI18n()
  const grants = grantsOf(row.permissions)
  const words = t.shares.access
  if (grants.length === 0) {
    return (
      <DescriptionList>
        <DescriptionItem term={row.isProtected ? words.anyoneWithPassword : words.anyone}>
          {t.shareDetails.permissions.read}
        </DescriptionItem>
      </DescriptionList>
    )
  }
  return (
    <DescriptionList>
      {grants.map((grant) => (
        <DescriptionItem
          key={`${grant.audience} ${grant.id ?? ''}`}
          term={<Audience grant={grant} />}
        >
          <Allowed grant={grant} />
        </DescriptionItem>
      ))}
    </DescriptionList>
  )
}

function Audience({ grant }: { grant: Grant }) {
  const { t } = useI18n()
  const words = t.shares.access
  switch (grant.audience) {
    case 'everyone':
      return words.everyone
    case 'anonymous':
      return words.anonymous
    case 'same_group':
      return words.sameGroup
    case 'other':
      return words.other
    case 'group':
      return <bdi>{words.group(grant.id ?? '')}</bdi>
    case 'user':
      return <Person id={grant.id ?? ''} />
  }
}

function Person({ id }: { id: string }) {
  const { data } = useQuery({ ...users.info(id), meta: { isInline: true } })
  return <bdi>{data?.nickname || id}</bdi>
}

function Allowed({ grant }: { grant: Grant }) {
  const { t } = useI18n()
  const words = t.shareDetails.permissions
  if (!grant.may)
    return <span className={css['raw']}>{`${t.shares.access.raw}: ${grant.raw}`}</span>
  if (grant.may.length === 0) return words.nothing
  return words.sentence(
    grant.may.map((what) => (typeof what === 'number' ? `#${what}` : words[what])),
  )
}
