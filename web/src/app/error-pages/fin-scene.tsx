import { LOGO_PATH } from '../../ui/brand/logo-path.ts'

const WAVES = 'M70 54c6 0 6-4 12-4s6 4 12 4 6-4 12-4 6 4 12 4 6-4 12-4 6 4 12 4 6-4 12-4'

/** The logo as a fin above calm water. */
export function FinScene({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 224 76"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <path className="fill-primary" transform="translate(80 -2) scale(1.9)" d={LOGO_PATH} />
      {/* Covers the part of the fin below the surface, with a thin gap along it. */}
      <path className="fill-canvas stroke-canvas" strokeWidth="8" d={`${WAVES}v20H70Z`} />
      <path className="stroke-edge" d={WAVES} />
      <g className="stroke-line">
        <path d="M30 62c6 0 6-4 12-4s6 4 12 4M172 62c6 0 6-4 12-4s6 4 12 4" />
        <path d="M88 68c6 0 6-4 12-4s6 4 12 4 6-4 12-4" />
      </g>
    </svg>
  )
}
