import { useId } from 'react'

/** The time left to answer, as water that sinks; the badge beside it says the day. */
export function WaterLine({ from, to, now }: { from: string; to: string; now: Date }) {
  const id = useId()
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const left = Math.min(1, Math.max(0, (end - now.getTime()) / (end - start)))
  return (
    <div
      aria-hidden="true"
      className={`relative h-2 border-b border-line ${left < 0.25 ? 'text-warning' : 'text-primary'}`}
    >
      <svg style={{ width: `${left * 100}%` }} className="absolute bottom-0 left-0 h-2">
        <pattern id={id} width="24" height="8" patternUnits="userSpaceOnUse">
          <path d="M0 5c6 0 6-3 12-3s6 3 12 3V8H0z" fill="currentColor" opacity="0.55" />
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
    </div>
  )
}
