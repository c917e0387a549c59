import type { Fit } from '@dolph/contract/fit'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { describeFit, explainScore, getFitLabel } from './describe-fit.ts'

/** How well a member fits a role: the reasons first, the number only in the details. */
export function FitLine({ fit }: { fit: Fit }) {
  const label = getFitLabel(fit)
  const reasons = (
    <span className="min-w-0 wrap-anywhere">
      <span className="sr-only">Fit: </span>
      {describeFit(fit)}
    </span>
  )
  if (fit.score === null) return <p className="text-sm text-muted">{reasons}</p>
  return (
    <details className="group text-sm text-muted">
      <summary className={SUMMARY_CLASS}>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          {reasons}
          {label && (
            <Badge tone={label === 'Strong fit' ? 'mint' : 'sky'} icon={CircleCheck}>
              {label}
            </Badge>
          )}
        </span>
        <ChevronRight
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
      </summary>
      <p className="pt-1 tabular-nums">{`${fit.score} of 100. ${explainScore(fit).join(' · ')}`}</p>
    </details>
  )
}

const SUMMARY_CLASS = cx(
  '-mx-1 flex min-h-7 cursor-pointer list-none items-center gap-2 rounded-sm px-1 hover:text-ink',
  '[&::-webkit-details-marker]:hidden',
)
