import { Fragment } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { closeDialog } from '#src/stores/dialogs.ts'
import { useLetterKeys } from '#src/stores/preferences.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './KeyboardHelp.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Every key there is; those of one letter are left out while they are switched off. */
export function KeyboardHelp() {
  const { t } = useI18n()
  const letters = useLetterKeys()
  const { frame } = t
  const command = isApple ? '⌘' : frame.keyCtrl
  const groups = [
    {
      heading: frame.keysGroupAnywhere,
      keys: [
        { keys: ['/'], does: frame.keySearch, isLetter: true },
        { keys: ['R'], does: frame.keyRefresh, isLetter: true },
        { keys: ['G', 'F'], does: frame.keyGoFiles, isLetter: true, isSequence: true },
        { keys: ['G', 'S'], does: frame.keyGoShares, isLetter: true, isSequence: true },
        { keys: ['G', 'T'], does: frame.keyGoTrash, isLetter: true, isSequence: true },
        { keys: ['?'], does: frame.keyHelp, isLetter: true },
      ],
    },
    {
      heading: frame.keysGroupLists,
      keys: [
        { keys: [frame.keyArrows], does: frame.keyMove },
        { keys: [frame.keySpace], does: frame.keyToggle },
        { keys: [frame.keyShift, frame.keyArrows], does: frame.keyExtend },
        { keys: [command, 'A'], does: frame.keySelectAll },
        { keys: ['Esc'], does: frame.keyClear },
        { keys: ['Enter'], does: frame.keyDetails },
        { keys: ['C'], does: frame.keyCopyLink, isLetter: true },
      ],
    },
    {
      heading: frame.files,
      keys: [
        { keys: ['Enter'], does: frame.keyOpen },
        { keys: ['Backspace'], does: frame.keyUp },
        { keys: ['N'], does: frame.keyNewFolder, isLetter: true },
        { keys: ['F2'], does: frame.keyRename },
        { keys: isApple ? [command, 'Backspace'] : ['Delete'], does: frame.keyDelete },
        { keys: [command, 'C'], does: frame.keyCopy },
        { keys: [command, 'X'], does: frame.keyCut },
        { keys: [command, 'V'], does: frame.keyPaste },
        { keys: [frame.keyShift, 'F10'], does: frame.keyMenu },
      ],
    },
  ]
  return (
    <Dialog
      open
      closeButton
      closeOnBackdrop
      width="wide"
      title={frame.keyboardHelp}
      onClose={closeDialog}
    >
      <div className={styles['groups']}>
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
                          {index > 0 && <span>{'isSequence' in key ? frame.keyThen : '+'}</span>}
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
