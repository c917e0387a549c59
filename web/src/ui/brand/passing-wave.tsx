import { useState } from 'react'

/** One wave that passes over the screen. Nothing with reduced motion. */
export function PassingWave() {
  const [isOver, setIsOver] = useState(false)
  if (isOver) return null
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      onAnimationEnd={() => setIsOver(true)}
      className="pointer-events-none fixed inset-0 z-40 size-full animate-pass motion-reduce:hidden"
    >
      <g className="fill-primary/25">
        <path d="M0 100c22 0 26-62 52-62s30 62 48 62z" />
        <path d="M14 100c20 0 22-42 44-42s26 42 42 42z" />
      </g>
    </svg>
  )
}
