import { rateFit, type Fit, type FitLevel } from '@dolph/contract/roles/fit'
import { cx } from '../../ui/cx.ts'
import { FIT_LABELS } from './describe-fit.ts'

interface Props {
  fit: Fit
  /** After the words, such as the role that a person fits. */
  suffix?: string
}

/** How well a member fits a role, in words and as two waves that overlap the more, the better the fit. */
export function FitMark({ fit, suffix }: Props) {
  const level = rateFit(fit)
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1.5 font-medium', TONES[level])}>
      <FitWaves level={level} />
      <span className="min-w-0 wrap-anywhere">
        {FIT_LABELS[level]}
        {suffix && <bdi className="font-normal text-muted">{` · ${suffix}`}</bdi>}
      </span>
    </span>
  )
}

const TONES: Record<FitLevel, string> = {
  none: 'text-muted',
  partial: 'text-ink',
  good: 'text-link',
  strong: 'text-success',
}

/** How far apart the two waves are. */
const DISTANCES: Record<FitLevel, number> = { none: 13, partial: 9, good: 6, strong: 2 }

function FitWaves({ level }: { level: FitLevel }) {
  return (
    <svg viewBox="0 0 28 14" className="h-3.5 w-7 shrink-0" aria-hidden="true">
      {[14 - DISTANCES[level] / 2, 14 + DISTANCES[level] / 2].map((middle) => (
        <path
          key={middle}
          d={`M${middle - 7} 13c3.5 0 3.5-11.5 7-11.5s3.5 11.5 7 11.5z`}
          fill="currentColor"
          fillOpacity="0.35"
          stroke="currentColor"
          strokeWidth="1"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  )
}
