import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { parseUri, rootUri } from '#src/contract/uri.ts'
import { Banner } from '#src/features/errors/Banner.tsx'
import { files } from '#src/features/file-lists/files.ts'
import { useLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { linkReadme } from '#src/features/links/visit/link-readme.ts'
import { LinkInfoLine } from '#src/features/links/visit/LinkInfoLine.tsx'
import { ownLinks } from '#src/features/links/visit/own-links.ts'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { SharedReadme } from '#src/features/viewer/link/SharedReadme.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import css from './LinkInfoAndReadme.module.css'

/**
 * What stands above the rows of a folder behind a link: the line about the link, that it has ended meanwhile, and the
 * README where the link shows it.
 */
export function LinkInfoAndReadme({
  uri,
  isOwned,
  hasEnded,
}: {
  uri: string
  isOwned: boolean
  hasEnded: boolean
}) {
  const { t } = useI18n()
  const { id = '', password, segments } = parseUri(uri)
  const { data: link } = useQuery(files.sharedItem(id, password))
  return (
    <>
      {link && <LinkInfoLine link={link} />}
      {hasEnded && <Banner variant="info" text={t.sharedLink.endedMeanwhile} />}
      {link?.showsReadme && segments.length === 0 && (
        <Readme link={link} isOwned={isOwned} isEnded={hasEnded} />
      )}
    </>
  )
}

function Readme({
  link,
  isOwned,
  isEnded,
}: {
  link: LinkRecord
  isOwned: boolean
  isEnded: boolean
}) {
  const { t } = useI18n()
  const password = useLinkPassword(link.id)
  const userId = useUserId()
  const isChecking = useSessionStatus() === 'checking'
  const [isHidden, setHidden] = useState(false)
  const readme = useQuery({
    ...linkReadme(link, password, userId),
    enabled: !isChecking,
  })
  // Its owner reads it as her own file, which spends no download of the link.
  const own = useQuery({
    ...ownLinks.source(link.id, password, userId ?? ''),
    enabled: isOwned,
  })
  if (isHidden || (isOwned && own.isPending) || (!readme.data && !readme.error)) return null
  return (
    <section className={css['readme']} aria-label="README">
      <IconButton
        small
        name={t.sharedLink.hideReadme}
        icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setHidden(true)}
      />
      <SharedReadme
        // Nothing more can be opened then; what has been opened stays.
        link={isEnded ? { ...link, remaining: 0 } : link}
        folder={own.data ?? rootUri('share', link.id)}
        readme={readme}
        waits={link.remaining !== null && !own.data}
      />
    </section>
  )
}
