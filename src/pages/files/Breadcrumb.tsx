import { ArrowUp, Ellipsis } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Crumb } from '#src/features/folder/path.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Menu } from '#src/ui/menu/Menu.tsx'
import { useSize } from '#src/ui/sizes/use-size.ts'
import { folderHref } from './url.ts'
import css from './Breadcrumb.module.css'

/** If a path has this many folders above the open one, those in the middle go into a menu. */
const shownCrumbs = 4

/** Which folders above are links, before and after a menu with the others: from the most to none. */
function crumbPlacements(above: readonly Crumb[]) {
  const first = above.slice(0, 1)
  const all =
    above.length < shownCrumbs
      ? { before: above, hidden: [], after: [] }
      : { before: first, hidden: above.slice(1, -1), after: above.slice(-1) }
  return [
    all,
    { before: first, hidden: above.slice(1), after: [] },
    { before: [], hidden: above, after: [] },
  ] as const
}

/** The widths of what is beside the path in its bar. */
const roomBeside = (bar: Element): string =>
  [...bar.children]
    .map((child) => (child.matches('nav') ? '' : child.getBoundingClientRect().width))
    .join(' ')
/** The search takes more room only while one writes in it. */
const isSearched = (bar: Element): boolean => bar.querySelector('input:focus') !== null

/** The index of the first placement in which no name is cut, or of the last. */
function useFittingPlacement(
  crumbs: readonly Crumb[],
  placementCount: number,
  list: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
): number {
  const width = useSize(bar)?.width
  const path = `${width} ${crumbs.map(({ uri, name }) => uri + name).join(' ')}`
  const [tried, setTried] = useState({ path, index: 0 })
  const index = tried.path === path ? tried.index : 0
  useLayoutEffect(() => {
    const element = list.current
    if (!element || index + 1 === placementCount) return undefined
    const tryNext = () => {
      if (bar.current && isSearched(bar.current)) return
      const isCut = [...element.querySelectorAll('bdi')].some(
        (name) => name.scrollWidth > name.clientWidth,
      )
      if (isCut) setTried({ path, index: index + 1 })
    }
    tryNext()
    // The names get another width when their font has been loaded.
    const observer = new ResizeObserver(tryNext)
    observer.observe(element)
    return () => observer.disconnect()
    // `tried` is another one when they are tried again.
  }, [bar, list, path, tried, index, placementCount])
  // What is beside it may have got narrower, such as a note that has gone: all are tried again.
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return undefined
    let room = roomBeside(element)
    const observer = new ResizeObserver(() => {
      const now = roomBeside(element)
      if (now === room || isSearched(element)) return
      room = now
      setTried({ path, index: 0 })
    })
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [bar, path])
  return index
}

/** The path of a folder as links. Each link returns to the row that was opened there. */
export function Breadcrumb({ crumbs, onUp }: { crumbs: readonly Crumb[]; onUp: () => void }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const bar = useRef<HTMLElement | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const here = crumbs.at(-1)
  const above = crumbs.slice(0, -1)
  const placements = crumbPlacements(above)
  const fitting = useFittingPlacement(crumbs, placements.length, list, bar)
  const { before, hidden, after } = placements[fitting] ?? placements[0]
  const hrefOf = (crumb: Crumb) => {
    const opened = crumbs[crumbs.indexOf(crumb) + 1]
    return folderHref(crumb.uri, opened?.row ?? opened?.uri)
  }
  const linkTo = (crumb: Crumb) => (
    <li key={crumb.uri} className={css['above']}>
      <Link to={hrefOf(crumb)} data-tooltip={crumb.name} data-tooltip-if="cut">
        <bdi>{crumb.name}</bdi>
      </Link>
    </li>
  )
  return (
    <nav
      ref={(nav) => {
        bar.current = nav?.parentElement ?? null
      }}
      aria-label={t.files.breadcrumb}
      className={css['nav']}
    >
      {above.length > 0 && (
        <span className={css['up']}>
          <IconButton name={t.files.up} icon={<ArrowUp aria-hidden="true" />} onClick={onUp} />
        </span>
      )}
      <ol ref={list} className={css['crumbs']}>
        {before.map(linkTo)}
        {hidden.length > 0 && (
          <li className={css['above']}>
            <Menu
              name={t.files.hiddenFolders}
              entries={hidden.map((crumb) => ({
                key: crumb.uri,
                label: crumb.name,
                onSelect: () => void navigate(hrefOf(crumb)),
              }))}
            >
              {(button) => (
                <IconButton
                  {...button}
                  small
                  name={t.files.hiddenFolders}
                  icon={<Ellipsis aria-hidden="true" />}
                />
              )}
            </Menu>
          </li>
        )}
        {after.map(linkTo)}
        <li className={css['current']} aria-current="page">
          <h1 data-tooltip={here?.name} data-tooltip-if="cut">
            <bdi>{here?.name}</bdi>
          </h1>
        </li>
      </ol>
    </nav>
  )
}
