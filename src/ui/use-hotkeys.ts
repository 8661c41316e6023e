import { useEffect, useRef } from 'react'
import { later } from './later.ts'

const engine = later(() => import('tinykeys'))

let letterKeys = true

/** Whether keys without a modifier that type a character do anything (WCAG 2.1.4). */
export function setLetterKeys(enabled: boolean): void {
  letterKeys = enabled
}

export type Hotkeys = Record<string, (event: KeyboardEvent) => void>

const typing =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])'

/** Keys of one character, also in sequences such as `g s`; what needs Shift to be typed still counts as one. */
function typesCharacter(binding: string): boolean {
  return binding.split(' ').every((press) => /^(Shift\+)?.$/.test(press))
}

function isFree(event: KeyboardEvent, inDialog: boolean): boolean {
  const target = event.target instanceof Element ? event.target : null
  if (event.defaultPrevented || event.isComposing || target?.closest(typing)) return false
  return inDialog || document.querySelector('dialog[open], [role=menu]') === null
}

/**
 * Binds keys for as long as the component lives, in the notation of tinykeys (`$mod+a`, `Shift+?`, `g s`).
 * They rest in text fields and while a dialog or a menu is open; `inDialog` is for the dialog's own keys.
 */
export function useHotkeys(
  keys: Hotkeys,
  { enabled = true, inDialog = false }: { enabled?: boolean; inDialog?: boolean } = {},
): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  const code = engine.useCode(true, 'quietly')
  const bindings = Object.keys(keys).join('\n')

  useEffect(() => {
    if (!enabled) return
    const handlers: Hotkeys = {}
    for (const binding of bindings.split('\n').filter(Boolean)) {
      const run = (event: KeyboardEvent) => {
        if ((letterKeys || !typesCharacter(binding)) && isFree(event, inDialog)) {
          current.current[binding]?.(event)
        }
      }
      handlers[binding] = run
      // Where a sign sits on the keyboard differs: "?" and "/" may or may not need Shift.
      if (/^[^\p{L}\p{N}\s]$/u.test(binding)) handlers[`Shift+${binding}`] = run
    }
    return code?.tinykeys(window, handlers)
  }, [code, bindings, enabled, inDialog])
}
