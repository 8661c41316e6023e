import { useEffect, useEffectEvent } from 'react'
import { tinykeys } from 'tinykeys'

// Module state: it is a setting of the page, read when a key is pressed, and `ui` knows no preferences.
let letterKeys = true

/** Whether keys without a modifier that type a character do anything (WCAG 2.1.4). */
export function setLetterShortcutsEnabled(enabled: boolean): void {
  letterKeys = enabled
}

export const areLetterShortcutsEnabled = (): boolean => letterKeys

export type Hotkeys = Record<string, (event: KeyboardEvent) => void>

const typing =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])'

/** Whether the focus is in a field in which keys type. */
export const isTyping = (): boolean => document.activeElement?.closest(typing) != null

/** Whether a binding contains a key that types a character, also in a sequence such as `g s` or with Shift. */
function typesCharacter(binding: string): boolean {
  return binding.split(' ').every((press) => /^(Shift\+)?.$/.test(press))
}

function isFree(event: KeyboardEvent, inDialog: boolean): boolean {
  const target = event.target instanceof Element ? event.target : null
  if (event.defaultPrevented || event.isComposing || target?.closest(typing)) return false
  return inDialog || document.querySelector('dialog[open], [role=menu]') === null
}

/**
 * Binds keys while the component is mounted, in the notation of tinykeys (`$mod+a`, `Shift+?`, `g s`). Inactive in
 * text fields and while a dialog or menu is open, except with `inDialog`. A held key runs its command once, unless it is
 * one of `repeatable`; the browser gets its repeats only where it gets the first press.
 */
export function useHotkeys(
  keys: Hotkeys,
  {
    enabled = true,
    inDialog = false,
    repeatable = [],
  }: { enabled?: boolean; inDialog?: boolean; repeatable?: readonly string[] } = {},
): void {
  const press = useEffectEvent((binding: string, event: KeyboardEvent) => keys[binding]?.(event))
  const bindings = Object.keys(keys).join('\n')
  const repeated = repeatable.join('\n')

  useEffect(() => {
    if (!enabled) return
    const handlers: Hotkeys = {}
    for (const binding of bindings.split('\n').filter(Boolean)) {
      const isRepeatable = repeated.split('\n').includes(binding)
      let isTaken = false
      const run = (event: KeyboardEvent) => {
        if (event.repeat && !isRepeatable) {
          if (isTaken) event.preventDefault()
          return
        }
        if ((letterKeys || !typesCharacter(binding)) && isFree(event, inDialog)) {
          press(binding, event)
        }
        isTaken = event.defaultPrevented
      }
      handlers[binding] = run
      // Keyboard layouts differ in whether "?" and "/" need Shift.
      if (/^[^\p{L}\p{N}\s]$/u.test(binding)) handlers[`Shift+${binding}`] = run
    }
    return tinykeys(window, handlers)
  }, [bindings, repeated, enabled, inDialog])
}
