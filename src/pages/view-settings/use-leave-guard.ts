import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { askBeforeLeaving } from '#src/ui/leaving.ts'

/** A wish to leave, and what becomes of it. */
type Leaving = { go: () => void; stay: () => void }

const extra = { isHeld: true }
const nothing = () => {}

/**
 * Asks before this page is left by any way that is ours, by keys, and by Back. While there is something to lose the
 * page has one more entry in the history: going back from it stays on the page, where it can be asked. When there is
 * nothing to lose any more that entry is passed over.
 */
export function useLeaveGuard(isHeld: boolean): [Leaving | undefined, () => void] {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const isPop = useNavigationType() === NavigationType.Pop
  const isExtra = (state as Partial<typeof extra> | null)?.isHeld === true
  const wasExtra = useRef(isExtra)
  const [leaving, setLeaving] = useState<Leaving>()

  useEffect(
    () => (isHeld ? askBeforeLeaving((go) => setLeaving({ go, stay: nothing })) : undefined),
    [isHeld],
  )
  useEffect(() => {
    const isBack = wasExtra.current && !isExtra && isPop
    wasExtra.current = isExtra
    if (isBack && isHeld) {
      setLeaving({ go: () => void navigate(-1), stay: () => void navigate(1) })
    } else if (isBack) void navigate(-1)
    else if (isHeld && !isExtra) void navigate(pathname + search, { state: extra })
    // Asked when one comes or begins to change something, not when the question is answered.
    // eslint-disable-next-line react/exhaustive-deps
  }, [isHeld, isExtra])
  return [leaving, () => setLeaving(undefined)]
}
