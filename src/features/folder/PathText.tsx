/** The names of a path, from the root down. Each is isolated, since names may differ in text direction. */
export function PathText({ names }: { names: readonly string[] }) {
  return (
    <span data-tooltip={names.join(' / ')} data-tooltip-if="cut">
      {names.map((name, index) => (
        // Two folders in one path may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          {index > 0 && ' / '}
          <bdi>{name}</bdi>
        </span>
      ))}
    </span>
  )
}
