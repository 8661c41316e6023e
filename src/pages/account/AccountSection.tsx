import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import css from './AccountPage.module.css'

/** A part of the page under a heading. `/account#<id>` leads to it. */
export function AccountSection({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === `#${id}`) heading.current?.focus()
  }, [hash, id, key])
  return (
    <section aria-labelledby={titleId} className={css['section']}>
      <div className={css['about']}>
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {text && <p>{text}</p>}
      </div>
      <div className={css['body']}>{children}</div>
    </section>
  )
}
