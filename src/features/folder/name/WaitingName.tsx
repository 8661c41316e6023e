import { Clock } from 'lucide-react'
import type { Ref } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import css from './NameField.module.css'

/** The name that an item gets once it is unlocked. */
export function WaitingName({ name, ref }: { name: string; ref?: Ref<HTMLSpanElement> }) {
  const { t } = useI18n()
  return (
    <span ref={ref} className={css['waiting']} data-tooltip={t.locks.waitingToRename}>
      <TruncatedName name={name} />
      <Clock role="img" aria-label={t.locks.waitingToRename} size={14} strokeWidth={1.75} />
    </span>
  )
}
