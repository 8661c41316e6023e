import css from './PathText.module.css'

/** The names of a path, from the root down. Each is isolated, since names may differ in text direction. */
export function PathText({ names }: { names: readonly string[] }) {
  const above = names.slice(0, -1)
  return (
    <span className={css['path']} data-tooltip={names.join(' / ')} data-tooltip-if="cut">
      {above.length > 0 && (
        <span className={css['above']}>
          {above.map((name, index) => (
            // Two folders in one path may have the same name.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index}>
              {index > 0 && ' / '}
              <bdi>{name}</bdi>
            </span>
          ))}
        </span>
      )}
      <span>
        {above.length > 0 && ' / '}
        <bdi>{names.at(-1)}</bdi>
      </span>
    </span>
  )
}
