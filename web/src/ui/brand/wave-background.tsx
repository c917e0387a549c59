import { useId } from 'react'
import { cx } from '../cx.ts'

/** A pattern of waves that fades towards the top. */
export function WaveBackground({ className }: { className?: string }) {
  const id = useId()
  return (
    <svg
      aria-hidden="true"
      className={cx(
        'pointer-events-none h-20 w-full sm:h-44 [mask-image:linear-gradient(to_top,black,transparent)]',
        className,
      )}
    >
      <pattern id={id} width="64" height="22" patternUnits="userSpaceOnUse">
        <path
          className="fill-none stroke-primary/25"
          strokeWidth="1.5"
          d="M0 15c16 0 16-8 32-8s16 8 32 8"
        />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
