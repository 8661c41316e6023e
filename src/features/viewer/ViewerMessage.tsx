import { ImageOff } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusDialogOrMain } from '#src/ui/keyboard/focus.ts'
import css from './picture/MediaLightbox.module.css'

/** A message in place of what the viewer cannot show. */
export function ViewerMessage({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  const face = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = face.current
    return () => {
      // The pressed button is removed with the message: focus goes to the dialog, which handles the keys.
      if (element?.contains(document.activeElement)) focusDialogOrMain()
    }
  }, [])
  return (
    <div ref={face} role="alert" className={css['notice']}>
      <ImageOff size={40} strokeWidth={1.25} aria-hidden="true" />
      <strong>{title}</strong>
      <p>{text}</p>
      <div>{children}</div>
    </div>
  )
}
