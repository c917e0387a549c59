import type { Report } from '@dolph/contract/moderation/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ownReportsQuery } from './data.ts'
import { describeOutcome, describeReportSubject } from './describe-decision.ts'
import { ListStatus } from '../../ui/list-status.tsx'
import { REPORT_REASONS } from './report-reasons.ts'

/** What the member reported, and what came of it. */
export function OwnReports() {
  const id = useId()
  const list = useInfiniteQuery(ownReportsQuery)
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg font-semibold">
        Your reports
      </h2>
      {list.data?.length === 0 && <p className="text-muted">You have not reported anything.</p>}
      {list.data && list.data.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
          {list.data.map((report) => (
            <ReportRow key={report._id} report={report} />
          ))}
        </ul>
      )}
      <ListStatus list={list} failure="Your reports could not be loaded." />
    </section>
  )
}

function ReportRow({ report }: { report: Report }) {
  const Icon: LucideIcon = report.outcome === null ? Clock : CircleCheck
  return (
    <li className="flex items-start gap-3 py-4">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-hover text-muted">
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="font-medium">
          {describeReportSubject(report.subject.kind)}: {REPORT_REASONS[report.reason].label}
        </p>
        {report.note && (
          <p dir="auto" className="line-clamp-2 text-sm text-muted wrap-anywhere">
            {report.note}
          </p>
        )}
        <p className="text-sm text-muted">
          <RelativeTime at={report.createdAt} /> · {describeOutcome(report.outcome)}
        </p>
      </div>
    </li>
  )
}
