import { useMemo, useState } from 'react'
import { noPermissions } from '#src/contract/share.ts'
import {
  effectivePermissionSetting,
  grantsNobody,
} from '#src/features/links/permissions/permission-table.ts'
import { PermissionsField } from '#src/features/links/permissions/PermissionsField.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useEditManyMessages } from '#src/i18n/parts/link-dialog-messages.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { RadioGroup } from '#src/ui/controls/RadioGroup.tsx'
import { BulkEditDialog } from './BulkEditDialog.tsx'

const choices = ['outsidersRead', 'allRead', 'same'] as const
type Choice = (typeof choices)[number]

/** Sets who may open and change many links (S9). */
export function SetAccessDialog({
  rows,
  onClose,
}: {
  rows: readonly LinkRow[]
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useEditManyMessages()
  const labels = { ...t.links.access.ofAll, same: messages.access.same }
  const [choice, setChoice] = useState<Choice>('outsidersRead')
  const [setting, setSetting] = useState(() => effectivePermissionSetting(noPermissions))
  const isForNobody = choice === 'same' && grantsNobody(setting)
  const edit = useMemo(
    () => (isForNobody ? undefined : { access: choice === 'same' ? setting : choice }),
    [isForNobody, choice, setting],
  )
  return (
    <BulkEditDialog
      rows={rows}
      edit={edit}
      title={messages.access.title(rows.length)}
      submitLabel={messages.access.action}
      onClose={onClose}
    >
      <RadioGroup
        label={t.links.columns.access}
        value={choice}
        options={choices.map((value) => ({ value, label: labels[value] }))}
        onChange={setChoice}
      />
      {choice === 'outsidersRead' && <p>{messages.access.outsiders}</p>}
      {choice === 'same' && <PermissionsField setting={setting} onChange={setSetting} />}
    </BulkEditDialog>
  )
}
