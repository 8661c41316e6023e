import { Fragment } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import { useLetterKeys } from '#src/platform/preferences.ts'
import { Kbd } from '#src/ui/controls/Kbd.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import styles from './KeyboardHelp.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** All keyboard shortcuts; those of a single letter are left out while they are switched off. */
export function KeyboardHelp() {
  const { t } = useI18n()
  const letters = useLetterKeys()
  const words = t.keys
  const command = isApple ? '⌘' : words.ctrl
  const groups = [
    {
      heading: words.groupAnywhere,
      keys: [
        { keys: ['/'], does: words.search, isLetter: true },
        { keys: ['R'], does: words.refresh, isLetter: true },
        { keys: ['G', 'F'], does: words.goFiles, isLetter: true, isSequence: true },
        { keys: ['G', 'S'], does: words.goShares, isLetter: true, isSequence: true },
        { keys: ['G', 'T'], does: words.goTrash, isLetter: true, isSequence: true },
        { keys: ['?'], does: words.help, isLetter: true },
      ],
    },
    {
      heading: words.groupLists,
      keys: [
        { keys: [words.arrows], does: words.move },
        { keys: [words.space], does: words.toggle },
        { keys: [words.shift, words.arrows], does: words.extend },
        { keys: [command, 'A'], does: words.selectAll },
        { keys: ['Esc'], does: words.clear },
        { keys: [command, 'Z'], does: words.undoLast },
        { keys: ['Enter'], does: words.details },
        { keys: ['C'], does: words.copyLink, isLetter: true },
        { keys: ['E'], does: words.editLink, isLetter: true },
      ],
    },
    {
      heading: words.groupTrash,
      keys: [
        { keys: ['U'], does: words.restore, isLetter: true },
        { keys: [words.shift, 'U'], does: words.restoreTo, isLetter: true },
        { keys: ['Del'], does: words.deletePermanently },
      ],
    },
    {
      heading: t.frame.files,
      keys: [
        { keys: ['Enter'], does: words.open },
        { keys: ['Backspace'], does: words.up },
        { keys: ['N'], does: words.newFolder, isLetter: true },
        { keys: ['F2'], does: words.rename },
        { keys: isApple ? [command, 'Backspace'] : ['Delete'], does: words.delete },
        { keys: [command, 'C'], does: words.copy },
        { keys: [command, 'X'], does: words.cut },
        { keys: [command, 'V'], does: words.paste },
        { keys: [words.shift, 'F10'], does: words.menu },
      ],
    },
    {
      heading: words.groupPictures,
      keys: [
        { keys: ['← →'], does: words.previousNext },
        { keys: ['+ −'], does: words.zoom },
        { keys: [words.arrows], does: words.pan },
        { keys: [words.shift, '← →'], does: words.previousNextZoomed },
        { keys: ['0'], does: words.fitToWindow },
      ],
    },
    {
      heading: words.groupView,
      keys: [
        { keys: [command, 'S'], does: words.save },
        { keys: [command, 'Z'], does: words.undo },
        { keys: [command, words.shift, 'Z'], does: words.redo },
      ],
    },
    {
      heading: words.groupText,
      keys: [
        { keys: [command, 'S'], does: words.save },
        { keys: ['Esc', words.tab], does: words.leaveText, isSequence: true },
      ],
    },
  ]
  return (
    <Dialog open closeButton closeOnBackdrop width="wide" title={words.title} onClose={closeDialog}>
      {/* It has nothing focusable and may be taller than the window: it takes the focus to be scrolled by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" aria-label={words.title} tabIndex={0} className={styles['groups']}>
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
                          {index > 0 && <span>{'isSequence' in key ? words.next : '+'}</span>}
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
