import { useQuery } from '@tanstack/react-query'
import { account } from '#src/features/account/account.ts'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/copy/CopyButton.tsx'
import { QrCode } from '#src/ui/QrCode.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { SectionAlert } from './SectionAlert.tsx'
import { ToggleSecondFactorDialog } from './ToggleSecondFactorDialog.tsx'
import css from './AccountPage.module.css'

/** What an authenticator app scans. Some services answer with all of it instead of the secret alone. */
function otpauthUri(answer: string, email: string): { uri: string; secret: string } {
  if (answer.startsWith('otpauth://')) {
    return { uri: answer, secret: new URL(answer).searchParams.get('secret') ?? '' }
  }
  const label = encodeURIComponent(`${runtimeConfig.title}:${email}`)
  const issuer = encodeURIComponent(runtimeConfig.title)
  return { uri: `otpauth://totp/${label}?secret=${answer}&issuer=${issuer}`, secret: answer }
}

/** Sets up the second factor: a QR code for the app, and a code of the app to confirm it. */
export function SecondFactorSetUp({
  email,
  onDone,
  onClose,
}: {
  email: string
  onDone: () => void
  onClose: () => void
}) {
  const messages = useAccountMessages()
  const { data, error, isFetching, refetch } = useQuery(account.secondFactorSecret())
  const key = data === undefined ? undefined : otpauthUri(data, email)
  const retry = () => void refetch()
  return (
    <ToggleSecondFactorDialog
      isOn
      title={messages.setUpTitle}
      text={messages.setUpScan}
      label={messages.setUpCode}
      submitLabel={messages.turnOn}
      onWrong={
        // A secret is good for ten minutes only.
        <Button small busy={isFetching} onClick={retry}>
          {messages.anotherKey}
        </Button>
      }
      onDone={onDone}
      onClose={onClose}
    >
      {error && !key ? (
        <SectionAlert text={messages.keyFailed} error={error} isBusy={isFetching} onRetry={retry} />
      ) : (
        <div className={css['key']}>
          {key ? (
            <QrCode text={key.uri} name={messages.setUpQr} />
          ) : (
            <Skeleton width={200} height={200} />
          )}
          <div>
            <p className={css['hint']}>{messages.setUpType}</p>
            <code>{key?.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
            {key && (
              <CopyButton
                text={() => key.secret}
                label={messages.copyKey}
                done={messages.keyCopied}
                onRefused={showManualCopy}
              />
            )}
          </div>
        </div>
      )}
    </ToggleSecondFactorDialog>
  )
}
