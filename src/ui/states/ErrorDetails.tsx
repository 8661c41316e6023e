import { useI18n } from '#src/i18n/I18n.tsx'
import { announce } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useCopy } from '#src/ui/copy/use-copy.ts'
import styles from './States.module.css'

type ErrorDetailsProps = {
  /** The service's message. */
  detail: string | undefined
  correlationId: string | undefined
}

/** Shows what the service said of a failure, folded at first. */
export function ErrorDetails({ detail, correlationId }: ErrorDetailsProps) {
  const { t } = useI18n()
  return (
    <details className={styles['details']}>
      <summary>{t.common.details}</summary>
      {detail && <p>{detail}</p>}
      {correlationId && <CorrelationId id={correlationId} />}
    </details>
  )
}

/** The correlation id of a failure in the service's log, with a button to copy it. */
export function CorrelationId({ id }: { id: string }) {
  const { t } = useI18n()
  const { copied, copy } = useCopy()
  return (
    <div className={styles['id']}>
      <code>{id}</code>
      <Button
        small
        variant="quiet"
        onClick={() =>
          void copy(id).then((done) => announce(done ? t.common.idCopied : t.common.copyRefused))
        }
      >
        {copied ? t.common.copied : t.common.copyId}
      </Button>
    </div>
  )
}
