import { useMutation, useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { account, type ActiveSignIn } from '#src/features/account/account.ts'
import { parseUserAgent } from '#src/features/account/parse-user-agent.ts'
import { type AccountMessages, useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { AccountSection } from './AccountSection.tsx'
import { focusAfterPress } from './focus-after-press.ts'
import { SectionAlert } from './SectionAlert.tsx'
import css from './AccountPage.module.css'

function nameOf({ client }: ActiveSignIn, messages: AccountMessages): string {
  const { browser, system } = parseUserAgent(client)
  if (browser === undefined) return messages.unknownClient
  return system === undefined ? escapeControlChars(browser) : messages.clientOn(browser, system)
}

/** Where the user is signed in, each to be ended; nothing where the service does not tell. */
export function SignInsSection() {
  const messages = useAccountMessages()
  const { data, error, isFetching, refetch } = useQuery(account.signIns())
  const end = useMutation(account.endSignIns())
  const [isAsking, setAsking] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (data === null || (data === undefined && !error)) return null
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? []
  const endOne = (id: string | undefined) => {
    if (end.isPending) return
    end.mutate(id, {
      onSuccess: () => {
        announce(messages.signInEnded)
        // The pressed button goes with its row.
        focusAfterPress(list.current)
      },
    })
  }
  return (
    <AccountSection id="sign-ins" title={messages.signIns} text={messages.signInsText}>
      {error && !data && (
        <SectionAlert
          text={messages.sectionFailed}
          error={error}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <ul ref={list} tabIndex={-1} className={css['list']} aria-label={messages.signIns}>
          {data.map((each) => {
            const name = nameOf(each, messages)
            return (
              <li key={each.id}>
                <MonitorSmartphone aria-hidden="true" />
                <div className={css['what']}>
                  <b>
                    <bdi data-tooltip={each.client || undefined}>{name}</bdi>
                    {each.isCurrent && <span className={css['mark']}>{messages.thisSignIn}</span>}
                  </b>
                  <small>
                    {messages.lastUsed} <Timestamp at={each.usedAt} inSentence /> ·{' '}
                    {messages.signedInSince} <Timestamp at={each.createdAt} inSentence />
                  </small>
                </div>
                {!each.isCurrent && (
                  <Button
                    small
                    aria-label={messages.endSignInOf(name)}
                    busy={end.isPending && end.variables === each.id}
                    onClick={() => endOne(each.id)}
                  >
                    {messages.endSignIn}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {end.error && <SectionAlert error={end.error} onRetry={() => endOne(end.variables)} />}
      {data && others.length === 0 && <p className={css['hint']}>{messages.noOtherSignIns}</p>}
      {others.length > 0 && (
        <div className={css['buttons']}>
          <Button
            variant="danger"
            busy={end.isPending && end.variables === undefined}
            onClick={() => setAsking(true)}
          >
            {messages.endOthers}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={messages.endOthersTitle}
          text={messages.endOthersText(others.length)}
          action={messages.endOthers}
          onConfirm={() => {
            setAsking(false)
            endOne(undefined)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </AccountSection>
  )
}
