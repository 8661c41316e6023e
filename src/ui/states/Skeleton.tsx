import { useI18n } from '#src/i18n/I18n.tsx'
import styles from './Skeleton.module.css'

export function Skeleton({
  width = '100%',
  height = 10,
}: {
  width?: number | string
  height?: number | string
}) {
  return <span className={styles['bar']} style={{ inlineSize: width, blockSize: height }} />
}

export interface SkeletonRowsProps {
  rows?: number
  /** The `grid-template-columns` of the row, such as `36px minmax(0, 1fr) 120px`. */
  columns: string
  /** The filled share of each track, 0 for none. */
  fill?: readonly number[]
  variant?: 'rows' | 'cards' | 'grid' | 'gallery'
}

/**
 * Placeholder rows of the same size as the real ones; shown after 150 ms, so that they do not flash when the answer is
 * quick.
 */
export function SkeletonRows({
  rows = 12,
  columns,
  fill = [],
  variant = 'rows',
}: SkeletonRowsProps) {
  const { t } = useI18n()
  // Splits at spaces outside of parentheses, since repeat() and minmax() contain spaces.
  const tracks = columns.trim().split(/\s+(?![^(]*\))/)
  return (
    <div
      role="progressbar"
      aria-label={t.common.loading}
      className={styles[variant === 'cards' ? 'rows' : variant]}
    >
      {variant === 'rows' && <div className={styles['head']} />}
      {Array.from({ length: rows }, (_, row) =>
        variant === 'grid' || variant === 'gallery' ? (
          <Skeleton key={row} height="auto" />
        ) : variant === 'cards' ? (
          <div key={row} className={styles['card']}>
            <Skeleton width={36} height={36} />
            <div>
              <Skeleton width={`${50 + ((row * 37) % 35)}%`} />
              <Skeleton width={`${35 + ((row * 23) % 25)}%`} height={8} />
            </div>
          </div>
        ) : (
          <div key={row} className={styles['row']} style={{ gridTemplateColumns: columns }}>
            {tracks.map((_track, column) => {
              const part = fill[column] ?? (column === 0 ? 0.44 : 0.6)
              return (
                <span key={column}>
                  {part > 0 && (
                    <Skeleton
                      width={`${(part * 100 * (75 + ((row * 37 + column * 53) % 26))) / 100}%`}
                    />
                  )}
                </span>
              )
            })}
          </div>
        ),
      )}
    </div>
  )
}
