import type { CaseState, CaseSummary } from '@dolph/contract/review/review'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Waves } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ListStatus } from '../../ui/list-status.tsx'
import { REPORT_REASONS } from '../moderation/report-reasons.ts'
import { describeSubject, formatReportCount, SUBJECT_KINDS } from './case-texts.ts'

const TABS: readonly { value: CaseState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'appealed', label: 'Objections' },
  { value: 'decided', label: 'Decided' },
]

type Queue = UseInfiniteQueryResult<{ cases: CaseSummary[] }>

interface Props {
  state: CaseState
  queue: Queue
  openId: string | undefined
}

/** The cases of one state, as tabs. */
export function CaseQueue({ state, queue, openId }: Props) {
  const navigate = useNavigate()
  return (
    <section
      aria-label="Queue"
      className="min-w-0 md:sticky md:top-20 md:max-h-[calc(100dvh-6rem)] md:overflow-y-auto"
    >
      <Tabs
        label="State"
        value={state}
        onChange={(next) => void navigate(`/review${next === 'open' ? '' : `?state=${next}`}`)}
        tabs={TABS.map((tab) => ({
          ...tab,
          panel: tab.value === state && <CaseList queue={queue} openId={openId} state={state} />,
        }))}
      />
    </section>
  )
}

function CaseList({ state, queue, openId }: Props) {
  const cases = queue.data?.cases
  return (
    <div className="grid gap-3">
      {cases?.length === 0 && (
        <EmptyState icon={Waves} tone="mint" title={EMPTY[state]} className="py-12!" />
      )}
      {cases && cases.length > 0 && (
        <ul className="grid gap-2">
          {cases.map((each) => (
            <CaseEntry key={each._id} summary={each} isOpen={each._id === openId} />
          ))}
        </ul>
      )}
      <ListStatus list={queue} failure="The queue could not be loaded." />
    </div>
  )
}

const EMPTY: Record<CaseState, string> = {
  open: 'Nothing to review. Thank you.',
  appealed: 'No objections. Thank you.',
  decided: 'No decisions yet.',
}

function CaseEntry({ summary, isOpen }: { summary: CaseSummary; isOpen: boolean }) {
  const [params] = useSearchParams()
  const { icon: Icon } = SUBJECT_KINDS[summary.subject.kind]
  return (
    <li>
      <Link
        to={{ pathname: `/review/${summary._id}`, search: params.toString() }}
        state={{ focusesCase: true }}
        aria-current={isOpen ? 'true' : undefined}
        className={ENTRY_CLASS}
      >
        <span className="flex items-baseline gap-2">
          <span className="font-medium">{REPORT_REASONS[summary.reason].label}</span>
          <span className="text-muted tabular-nums">{formatReportCount(summary.reportCount)}</span>
          <span className="ml-auto shrink-0 text-xs text-faint">
            <RelativeTime at={summary.openedAt} />
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-muted">
          <Icon className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="truncate">{describeSubject(summary)}</span>
        </span>
        {summary.excerpt && (
          <span dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
            {summary.excerpt}
          </span>
        )}
      </Link>
    </li>
  )
}

const ENTRY_CLASS = cx(
  'grid gap-1 rounded-card border border-line bg-surface px-4 py-3 text-sm transition-colors',
  'hover:border-edge focus-visible:-outline-offset-2 aria-[current=true]:border-primary',
  'aria-[current=true]:bg-primary-soft',
)
