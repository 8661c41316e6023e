import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noPermissions, type PermissionSetting } from '#src/contract/share.ts'
import {
  type ExpiryChoice,
  expiryTime,
  isValidDownloadLimit,
  isFutureDate,
  isValidLinkPassword,
} from '#src/features/links/limits/link-input.ts'
import { links } from '#src/features/links/links.ts'
import {
  effectivePermissionSetting,
  grantsNobody,
} from '#src/features/links/permissions/permission-table.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { generatePassword } from '#src/lib/generate-password.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { NewLinkSettings } from './created-links.ts'
import { lastLinkSettings, rememberLinkSettings } from './last-link-settings.ts'

/** Whether everyone may read and nobody may do more, as without a setting. */
const letsEveryoneReadOnly = (setting: PermissionSetting): boolean =>
  JSON.stringify(setting) === JSON.stringify(effectivePermissionSetting(noPermissions))

/**
 * What is entered for new links, and what is wrong with it. Whether they have a password and how long they are valid are
 * at first as they were for the links before.
 */
export function useNewLinkSettings() {
  const { t } = useI18n()
  const [before] = useState(lastLinkSettings)
  const [isProtected, setProtected] = useState(before.isProtected)
  const [password, setPassword] = useState(() => (before.isProtected ? generatePassword() : ''))
  const [expiry, setExpiry] = useState<ExpiryChoice>(before.expiry)
  const [date, setDate] = useState('')
  const [limit, setLimit] = useState('')
  const [showsView, setShowsView] = useState(false)
  const [showsReadme, setShowsReadme] = useState(false)
  const [chosen, setPermissions] = useState<PermissionSetting | null>(null)
  const { data: takesPermissions } = useQuery(links.takesPermissions())
  const permissions = takesPermissions === false ? null : chosen
  const [submittedAt, setSubmittedAt] = useState<number>()

  const problemsAt = (now: number) => ({
    password: isProtected && !isValidLinkPassword(password) && t.linkForm.passwordCharacters,
    date: expiry === 'date' && !isFutureDate(date, now) && t.linkForm.dateFuture,
    limit: !isValidDownloadLimit(limit) && t.linkForm.limitNumber,
  })
  const problems = problemsAt(serviceNow())
  const errorFor = (problem: string | false) => (submittedAt && problem ? problem : undefined)
  const protect = (isWanted: boolean) => {
    setProtected(isWanted)
    if (isWanted && password === '') setPassword(generatePassword())
  }
  /** Undefined when something is wrong, which is said from then on. */
  const submitted = (): NewLinkSettings | undefined => {
    // The date may have passed since this was drawn, and it is drawn again.
    const now = serviceNow()
    setSubmittedAt(now)
    if (Object.values(problemsAt(now)).some(Boolean)) return undefined
    if (permissions !== null && grantsNobody(permissions)) return undefined
    rememberLinkSettings({ isProtected, expiry: expiry === 'date' ? before.expiry : expiry })
    return {
      password: isProtected ? password : '',
      downloads: limit === '' ? null : Number(limit),
      expires: expiryTime(expiry, date, now),
      showsView,
      showsReadme,
      permissions: permissions && letsEveryoneReadOnly(permissions) ? null : permissions,
    }
  }
  return {
    access: {
      isProtected,
      canChoose: takesPermissions === true || takesPermissions === null,
      permissions,
      onChange: setPermissions,
    },
    protect,
    password: { password, error: errorFor(problems.password), onPassword: setPassword },
    expiry: {
      expiry,
      date,
      error: errorFor(problems.date),
      onExpiry: setExpiry,
      onDate: setDate,
    },
    limit: { text: limit, error: errorFor(problems.limit), onChange: setLimit },
    folder: { showsView, setShowsView, showsReadme, setShowsReadme },
    submitted,
  }
}
