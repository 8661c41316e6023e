import { folderPathText } from '#src/features/folder/folder-path-text.ts'
import { groupByFolder, useShowInFolder } from '#src/features/folder/show-in-folder.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Menu } from '#src/ui/menu/Menu.tsx'

/** Opens the folder of the restored items with them selected; a menu when there are several folders. */
export function ShowRestored({ items: restored }: { items: readonly JobItem[] }) {
  const { t } = useI18n()
  const show = useShowInFolder()
  const folders = groupByFolder(restored)
  const [first] = folders
  const open = (folder: string, items: readonly JobItem[]) => {
    closeDialog()
    show(folder, items)
  }
  if (!first) return null
  if (folders.length === 1) {
    return (
      <Button onClick={() => open(first.folder, first.items)}>
        {t.operations.restoring.showInFolder}
      </Button>
    )
  }
  return (
    <Menu
      name={t.operations.restoring.showInFolder}
      entries={folders.map(({ folder, items }) => ({
        key: folder,
        label: folderPathText(folder, t),
        note: t.common.number(items.length),
        onSelect: () => open(folder, items),
      }))}
    >
      {(button) => <Button {...button}>{t.operations.restoring.showInFolder}</Button>}
    </Menu>
  )
}
