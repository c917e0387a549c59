import type { Fit } from '@dolph/contract/roles/fit'
import { Check, ChevronRight, Minus } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import type { IconType } from '../../ui/icon.ts'
import { explainScore, listFitReasons } from './describe-fit.ts'
import { FitMark } from './fit-mark.tsx'

/** How well a member fits a role: a mark, what matches, what is missing, and the number only in the details. */
export function FitLine({ fit }: { fit: Fit }) {
  const { matches, gaps } = listFitReasons(fit)
  const summary = (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <FitMark fit={fit} />
      <Reasons icon={Check} reasons={matches} />
      <Reasons icon={Minus} reasons={gaps} />
    </span>
  )
  if (fit.score === null) return <div className="text-sm text-muted">{summary}</div>
  return (
    <details className="group text-sm text-muted">
      <summary className={SUMMARY_CLASS}>
        {summary}
        <ChevronRight
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
      </summary>
      <p className="pt-1 tabular-nums">{`${fit.score} of 100. ${explainScore(fit).join(' · ')}`}</p>
    </details>
  )
}

function Reasons({ icon: Icon, reasons }: { icon: IconType; reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <span className="flex min-w-0 items-start gap-1">
      <Icon className="mt-1 size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{reasons.join(' · ')}</span>
    </span>
  )
}

const SUMMARY_CLASS = cx(
  '-mx-1 flex min-h-7 cursor-pointer list-none items-center gap-2 rounded-sm px-1 hover:text-ink',
  '[&::-webkit-details-marker]:hidden',
)
