import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { kindOfName } from '#src/lib/names.ts'
import type { TileWish } from '#src/lib/tiles.ts'
import type { FileRow } from '#src/queries/files.ts'
import { site } from '#src/queries/site.ts'
import { useThumb } from '#src/queries/thumbs.ts'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { TileList } from '#src/ui/TileList.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { listProps, noTools } from './list-props.tsx'
import { MenuCell, Tools } from './FileCells.tsx'
import css from './FolderTiles.module.css'
import type { FolderViewProps } from './FolderView.tsx'
import { uriOf } from './path.ts'
import { mayBePictured, type PicturedKinds } from './pictured.ts'
import { type Layout, type ShownView, sortKeys } from './shown-view.ts'

/** CSS pixels. */
const gridWidth = 172
/** Narrower tiles are pictures alone: their names are for those who cannot see, and in a tooltip. */
const leastNamed = 116

type Faces = {
  folder: string
  layout: Layout
  isNamed: boolean
  pictured: PicturedKinds
}
const FacesOf = createContext<Faces>({
  folder: '',
  layout: 'grid',
  isNamed: true,
  pictured: undefined,
})

function wishOf({ layout, galleryWidth }: ShownView, isPhone: boolean): TileWish {
  const edge = isPhone ? 16 : 24
  if (layout === 'grid')
    return { width: gridWidth, gap: 16, edge, ratio: 3 / 4, caption: 40, parts: 12 }
  // Most photographs are of this shape: they fill their tile, and lie next to their name.
  const ratio = 2 / 3
  const width = Math.max(50, Math.min(galleryWidth, 500))
  const isNamed = width >= leastNamed
  return isNamed
    ? { width, gap: 14, edge, ratio, caption: 36, parts: 12 }
    : { width, gap: 12, edge, ratio, caption: 0, parts: 5 }
}

/** A folder as tiles: of one size with the name under each, or pictures as large as its view says. */
export function FolderTiles(props: FolderViewProps) {
  const { folder, view, tools = noTools } = props
  const { layout, galleryWidth, hasThumbnails } = view
  const { t } = useI18n()
  const isPhone = useMediaQuery(phone)
  const wish = useMemo(
    () => wishOf({ layout, galleryWidth } as ShownView, isPhone),
    [layout, galleryWidth, isPhone],
  )
  const { data, isPending } = useQuery({ ...site.thumbnails(), enabled: hasThumbnails })
  const isNamed = wish.caption > 0
  const faces = useMemo<Faces>(
    () => ({
      folder,
      layout,
      isNamed,
      pictured: hasThumbnails && !isPending ? (data ?? null) : undefined,
    }),
    [folder, layout, isNamed, hasThumbnails, isPending, data],
  )
  const heads = useMemo(() => sortKeys.map((key) => ({ key, label: t.files.columns[key] })), [t])
  return (
    <FacesOf value={faces}>
      <Tools value={tools}>
        <TileList
          {...listProps(props, t)}
          sortKeys={heads}
          onSort={props.onSort}
          wish={wish}
          face={Face}
          aside={isNamed && tools.onMenu ? MenuCell : undefined}
          isCards={isPhone}
        />
      </Tools>
    </FacesOf>
  )
}

function Face({ row }: { row: FileRow }) {
  const { folder, layout, isNamed, pictured } = use(FacesOf)
  const { editing, cut } = use(Tools)
  const uri = mayBePictured(row, pictured) ? uriOf(row, folder) : null
  const address = useThumb(uri === null ? null : { id: row.id, uri, updatedAt: row.updatedAt })
  const kind = kindOfName(row.name, row.isFolder)
  const isCut = cut?.has(row.id) || undefined
  return (
    <>
      <span
        className={css['picture']}
        data-layout={layout}
        data-cut={isCut}
        data-thumb={address !== undefined || undefined}
        title={isNamed ? undefined : visibleText(row.name)}
      >
        {address === undefined ? (
          <FileGlyph kind={kind} size={isNamed ? 36 : 20} />
        ) : (
          <img
            src={address}
            alt=""
            decoding="async"
            draggable={false}
            onLoad={({ currentTarget: image }) =>
              image.toggleAttribute('data-tall', image.naturalHeight * 4 > image.naturalWidth * 3)
            }
          />
        )}
      </span>
      {editing?.id === row.id ? (
        <span className={css['editing']}>{editing.field}</span>
      ) : (
        isNamed && (
          <span className={css['name']} data-cut={isCut}>
            <TruncatedName name={row.name} />
          </span>
        )
      )}
    </>
  )
}
