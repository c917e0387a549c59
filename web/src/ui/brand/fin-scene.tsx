import { cx } from '../cx.ts'

/** The logo as a fin above calm water, in the color of the text around it. A mask of the style sheet draws it, so that no page loads code for it. */
export function FinScene({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('fin-scene block aspect-56/19 max-w-full bg-current', className)}
    />
  )
}
