import { Id } from '@dolph/contract/primitives'
import type { Case } from '@dolph/contract/review/review'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowLeft, EyeOff, FileX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { getErrorMessage, isNotFound } from '../../lib/api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { REPORT_REASONS } from '../moderation/report-reasons.ts'
import { CaseContext } from './case-context.tsx'
import { CaseDecisionPanel } from './case-decision-panel.tsx'
import { AuthorHistory, CaseReports, SimilarCases } from './case-details.tsx'
import { describeSubject, formatReportCount, SUBJECT_KINDS } from './case-texts.ts'
import { caseQuery } from './data.ts'

interface Props {
  id: string
  isWide: boolean
  /** The case is decided: by this moderator, or meanwhile by another one. */
  onDecided: () => void
}

/** One case: what was reported, by whom, whose it is, and the form that decides it. */
export function CaseView({ id, isWide, onDecided }: Props) {
  const isId = z.safeParse(Id, id).success
  const { data, error, refetch } = useQuery({ ...caseQuery(id), enabled: isId })
  const [params] = useSearchParams()

  return (
    <div className="grid min-w-0 gap-6">
      {!isWide && (
        <ButtonLink
          to={{ pathname: '/review', search: params.toString() }}
          variant="ghost"
          size="sm"
          icon={ArrowLeft}
          className="-ml-2.5 justify-self-start"
        >
          Queue
        </ButtonLink>
      )}
      {data && <LoadedCase data={data} onDecided={onDecided} />}
      {!data && (!isId || isNotFound(error)) && <EmptyState icon={FileX} title="Case not found" />}
      {!data && error && !isNotFound(error) && (
        <div className="grid justify-items-start gap-4">
          <Banner kind="error" className="w-full">
            {getErrorMessage(error, 'The case could not be loaded.')}
          </Banner>
          <Button onClick={() => void refetch()}>Try Again</Button>
        </div>
      )}
      {!data && !error && isId && <CaseSkeleton />}
    </div>
  )
}

interface LoadedCaseProps {
  data: Case
  onDecided: () => void
}

function LoadedCase({ data, onDecided }: LoadedCaseProps) {
  const heading = useFocusOnArrival()
  const decision = useRef<HTMLDivElement>(null)
  const showDecision = () => {
    decision.current?.scrollIntoView({ block: 'start' })
    decision.current?.focus({ preventScroll: true })
  }
  const { label, icon } = SUBJECT_KINDS[data.subject.kind]
  return (
    <>
      <header className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <Badge icon={icon}>{label}</Badge>
          <Badge tone="amber">{REPORT_REASONS[data.reason].label}</Badge>
          {data.context.isHidden && <Badge icon={EyeOff}>Hidden</Badge>}
        </div>
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-xl font-semibold wrap-anywhere outline-none"
        >
          {describeSubject(data)}
        </h2>
        <p className="text-sm text-muted">
          {formatReportCount(data.reportCount)}, first <RelativeTime at={data.openedAt} />
        </p>
        {data.state !== 'decided' && (
          <Button
            size="sm"
            icon={ArrowDown}
            className="justify-self-start xl:hidden"
            onClick={showDecision}
          >
            Go to the decision
          </Button>
        )}
      </header>
      <div className="grid min-w-0 grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_21rem] xl:grid-rows-[auto_1fr]">
        <CaseContext data={data} />
        <div className="grid min-w-0 gap-6">
          <CaseReports reports={data.reports} />
          <AuthorHistory author={data.author} history={data.history} />
          <SimilarCases cases={data.similar} />
        </div>
        <div ref={decision} tabIndex={-1} className={DECISION_CLASS}>
          <CaseDecisionPanel data={data} onDecided={onDecided} />
        </div>
      </div>
    </>
  )
}

/**
 * Beside the case where there is room, and in view while the case scrolls. It is some 56 rem high: in a lower window its top scrolls
 * away, so that the button at its bottom stays reachable.
 */
const DECISION_CLASS = cx(
  'grid min-w-0 scroll-mt-20 grid-cols-1 gap-6 outline-none',
  'xl:sticky xl:top-[min(5rem,calc(100dvh-56rem))] xl:col-start-2 xl:row-span-2 xl:row-start-1',
)

/** The heading gets the focus when the case was opened from the queue or by a key. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const state: unknown = useLocation().state
  const focusesCase = typeof state === 'object' && state !== null && 'focusesCase' in state
  useEffect(() => {
    if (focusesCase) heading.current?.focus({ preventScroll: true })
  }, [focusesCase])
  return heading
}

function CaseSkeleton() {
  return (
    <div role="status" className="grid animate-arrive-late gap-6">
      <span className="sr-only">Loading the case</span>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-8 w-72 max-w-full" />
      <Skeleton className="h-48 rounded-card!" />
      <Skeleton className="h-24 rounded-card!" />
    </div>
  )
}
