import { ItemLinkList } from '#src/features/links/list/ItemLinkList.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useNewLinkMessages } from '#src/i18n/parts/new-link-messages.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'

/** The links that an item has already, before another one is made. `links` is undefined while they are read. */
export function ExistingLinksDialog({
  name,
  links,
  onNew,
  onClose,
}: {
  name: string
  links: readonly LinkRecord[] | undefined
  onNew: () => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useNewLinkMessages()
  return (
    <Dialog
      open
      width="narrow"
      title={messages.linksTitle(displayName(name))}
      description={links && messages.linksText(links.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.close}</Button>
          <Button variant="primary" data-autofocus="" onClick={onNew}>
            {t.links.newLink}
          </Button>
        </>
      }
    >
      {links ? <ItemLinkList links={links} /> : <Spinner />}
    </Dialog>
  )
}
