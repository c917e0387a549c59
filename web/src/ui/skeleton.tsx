import { cx } from './cx.ts'

interface Props {
  /** Sets the size. */
  className?: string
  round?: boolean
}

/** A bar, or a disc, as a placeholder for content that is still loading. */
export function Skeleton({ className, round = false }: Props) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'block animate-breathe bg-pressed',
        round ? 'rounded-full' : 'rounded-sm',
        className,
      )}
    />
  )
}
