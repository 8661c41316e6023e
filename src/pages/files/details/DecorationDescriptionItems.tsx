import { useItemDetailsMessages } from '#src/i18n/parts/item-details-messages.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { DescriptionItem } from '#src/ui/details/DetailsPanel.tsx'
import css from './DecorationDescriptionItems.module.css'

const tagPrefix = 'tag:'
const colourKey = 'customize:icon_color'
const emojiKey = 'customize:emoji'

/** {@link DecorationDescriptionItems} draws metadata of such a key. */
export const isDecorationKey = (key: string): boolean =>
  key.startsWith(tagPrefix) || key === colourKey || key === emojiKey

const isColour = (text: string) => /^#[\da-f]{3,8}$/i.test(text)

/** The tags, the colour and the emoji that somebody has given an item. */
export function DecorationDescriptionItems({
  metadata,
}: {
  metadata: Readonly<Record<string, string>>
}) {
  const messages = useItemDetailsMessages()
  const tags = Object.entries(metadata).filter(([key]) => key.startsWith(tagPrefix))
  const { [colourKey]: colour, [emojiKey]: emoji } = metadata
  return (
    <>
      {tags.length > 0 && (
        <DescriptionItem term={messages.tags}>
          <span className={css['tags']}>
            {tags.map(([key, value]) => (
              <span key={key} className={css['tag']}>
                <Swatch colour={value} />
                <bdi>{escapeControlChars(key.slice(tagPrefix.length))}</bdi>
              </span>
            ))}
          </span>
        </DescriptionItem>
      )}
      {colour && (
        <DescriptionItem term={messages.colour}>
          <span className={css['tag']}>
            <Swatch colour={colour} />
            <bdi>{escapeControlChars(colour)}</bdi>
          </span>
        </DescriptionItem>
      )}
      {emoji && (
        <DescriptionItem term={messages.emoji}>
          <bdi>{escapeControlChars(emoji)}</bdi>
        </DescriptionItem>
      )}
    </>
  )
}

function Swatch({ colour }: { colour: string }) {
  return (
    isColour(colour) && (
      <span aria-hidden="true" className={css['swatch']} style={{ background: colour }} />
    )
  )
}
