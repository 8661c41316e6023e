import { useQuery } from '@tanstack/react-query'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { ShareRow } from '#src/queries/share-list.ts'
import { users } from '#src/queries/users.ts'
import { Fact, Facts } from '#src/views/DetailsPanel.tsx'
import { type Grant, grantsOf } from './access.ts'
import css from './ShareDetails.module.css'

/** The permission setting of a link, audience by audience; what cannot be decoded is shown as it is stored. */
export function ShareGrants({ row }: { row: ShareRow }) {
  const { t } = useI18n()
  const grants = grantsOf(row.permissions)
  const words = t.shares.access
  if (grants.length === 0) {
    return (
      <Facts>
        <Fact term={row.isProtected ? words.anyoneWithPassword : words.anyone}>
          {t.shareDetails.permissions.read}
        </Fact>
      </Facts>
    )
  }
  return (
    <Facts>
      {grants.map((grant) => (
        <Fact key={`${grant.audience} ${grant.id ?? ''}`} term={<Audience grant={grant} />}>
          <Allowed grant={grant} />
        </Fact>
      ))}
    </Facts>
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
