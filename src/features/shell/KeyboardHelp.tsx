import { Fragment } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useKeysMessages } from '#src/i18n/parts/keys-messages.ts'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import { useLetterShortcutsEnabled } from '#src/platform/preferences.ts'
import { Kbd } from '#src/ui/controls/Kbd.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import styles from './KeyboardHelp.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** All keyboard shortcuts; those of a single letter are left out while they are switched off. */
export function KeyboardHelp() {
  const { t } = useI18n()
  const letters = useLetterShortcutsEnabled()
  const messages = useKeysMessages()
  const command = isApple ? '⌘' : messages.ctrl
  const groups = [
    {
      heading: messages.groupAnywhere,
      keys: [
        { keys: ['/'], does: messages.search, isLetter: true },
        { keys: ['R'], does: messages.refresh, isLetter: true },
        { keys: ['G', 'F'], does: messages.goFiles, isLetter: true, isSequence: true },
        { keys: ['G', 'S'], does: messages.goShares, isLetter: true, isSequence: true },
        { keys: ['G', 'T'], does: messages.goTrash, isLetter: true, isSequence: true },
        { keys: ['?'], does: messages.help, isLetter: true },
      ],
    },
    {
      heading: messages.groupLists,
      keys: [
        { keys: [messages.arrows], does: messages.move },
        { keys: [messages.space], does: messages.toggle },
        { keys: [messages.shift, messages.arrows], does: messages.extend },
        { keys: [command, 'A'], does: messages.selectAll },
        { keys: ['Esc'], does: messages.clear },
        { keys: [command, 'Z'], does: messages.undoLast },
        { keys: ['Enter'], does: messages.details },
        { keys: ['C'], does: messages.copyLink, isLetter: true },
        { keys: ['E'], does: messages.editLink, isLetter: true },
      ],
    },
    {
      heading: messages.groupTrash,
      keys: [
        { keys: ['U'], does: messages.restore, isLetter: true },
        { keys: [messages.shift, 'U'], does: messages.restoreTo, isLetter: true },
        { keys: ['Del'], does: messages.deletePermanently },
      ],
    },
    {
      heading: t.appShell.files,
      keys: [
        { keys: ['Enter'], does: messages.open },
        { keys: ['Backspace'], does: messages.up },
        { keys: ['N'], does: messages.newFolder, isLetter: true },
        { keys: ['F2'], does: messages.rename },
        { keys: isApple ? [command, 'Backspace'] : ['Delete'], does: messages.delete },
        { keys: [command, 'C'], does: messages.copy },
        { keys: [command, 'X'], does: messages.cut },
        { keys: [command, 'V'], does: messages.paste },
        { keys: [messages.shift, 'F10'], does: messages.menu },
      ],
    },
    {
      heading: messages.groupPictures,
      keys: [
        { keys: ['← →'], does: messages.previousNext },
        { keys: ['+ −'], does: messages.zoom },
        { keys: [messages.arrows], does: messages.pan },
        { keys: [messages.shift, '← →'], does: messages.previousNextZoomed },
        { keys: ['0'], does: messages.fitToWindow },
      ],
    },
    {
      heading: messages.groupView,
      keys: [
        { keys: [command, 'S'], does: messages.save },
        { keys: [command, 'Z'], does: messages.undo },
        { keys: [command, messages.shift, 'Z'], does: messages.redo },
      ],
    },
    {
      heading: messages.groupText,
      keys: [
        { keys: [command, 'S'], does: messages.save },
        { keys: ['Esc', messages.tab], does: messages.leaveText, isSequence: true },
      ],
    },
  ]
  return (
    <Dialog
      open
      closeButton
      closeOnBackdrop
      width="wide"
      title={messages.title}
      onClose={closeDialog}
    >
      {/* It has nothing focusable and may be taller than the window: it takes the focus to be scrolled by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" aria-label={messages.title} tabIndex={0} className={styles['groups']}>
        {groups.map(({ heading, keys }) => (
          <section key={heading} aria-label={heading}>
            <h3>{heading}</h3>
            <dl>
              {keys
                .filter((key) => letters || !('isLetter' in key))
                .map((key) => (
                  <div key={key.does}>
                    <dt>{key.does}</dt>
                    <dd>
                      {key.keys.map((name, index) => (
                        <Fragment key={name}>
                          {index > 0 && <span>{'isSequence' in key ? messages.next : '+'}</span>}
                          <Kbd>{name}</Kbd>
                        </Fragment>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
