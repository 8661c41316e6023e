import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { noPermissions } from '#src/contract/share.ts'
import { editLinks } from '#src/features/links/edit/bulk-edit.ts'
import { effectiveSetting, grantsNobody } from '#src/features/links/permissions/permission-table.ts'
import { PermissionsField } from '#src/features/links/permissions/PermissionsField.tsx'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { OptionChoice } from '#src/ui/controls/OptionChoice.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { planAccess } from './access-plan.ts'
import css from './Bulk.module.css'

const choices = ['outsidersRead', 'allRead', 'same'] as const
type Choice = (typeof choices)[number]

/** Sets who may open and change many links (S9). Says first how many would change. */
export function SetAccessDialog({
  rows,
  onClose,
}: {
  rows: readonly LinkRow[]
  onClose: () => void
}) {
  const { t } = useI18n()
  const client = useQueryClient()
  const messages = t.linkActions.setAccess
  const { data: me } = useQuery(users.me())
  const ownGroup = me?.group?.id
  const [choice, setChoice] = useState<Choice>('outsidersRead')
  const [setting, setSetting] = useState(() => effectiveSetting(noPermissions))
  const isForNobody = choice === 'same' && grantsNobody(setting)
  const plan = useMemo(
    () => planAccess(rows, choice === 'same' ? setting : choice, ownGroup, serviceNow()),
    [rows, choice, setting, ownGroup],
  )
  const count = isForNobody ? 0 : plan.edits.length
  const start = () => {
    onClose()
    // The job shows its own failures; it rejects when the session ends.
    startMutation(client, editLinks(), { items: plan.edits }).catch(() => undefined)
  }
  return (
    <Dialog
      open
      title={messages.title(rows.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button variant="primary" data-autofocus="" disabled={count === 0} onClick={start}>
            {messages.action(count)}
          </Button>
        </>
      }
    >
      <div className={css['form']}>
        <OptionChoice
          label={t.links.access.title}
          value={choice}
          options={choices.map((value) => ({ value, label: messages.choices[value] }))}
          onChange={setChoice}
        />
        {choice === 'outsidersRead' && <p>{messages.outsiders}</p>}
        {choice === 'same' && (
          <PermissionsField
            setting={setting}
            error={isForNobody ? t.permissions.nobody : undefined}
            onChange={setSetting}
          />
        )}
        {!isForNobody && (
          <div role="status">
            <ul className={css['plan']}>
              <li>
                <b>{t.linkActions.editMany.changed(plan.edits.length, rows.length)}</b>
              </li>
              {(['needsExpiry', 'needsLimit', 'sourceGone', 'same'] as const).map(
                (why) =>
                  plan.excluded[why] > 0 && (
                    <li key={why}>{t.linkActions.editMany[why](plan.excluded[why])}</li>
                  ),
              )}
              {plan.excluded.nobody > 0 && <li>{messages.nobody(plan.excluded.nobody)}</li>}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  )
}
