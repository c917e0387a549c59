import type { Person } from '@dolph/contract/people/people'
import type { Case, CaseSummary } from '@dolph/contract/review/review'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { REPORT_REASONS } from '../moderation/report-reasons.ts'
import { CaseSection } from './case-section.tsx'
import { formatReportCount, SUBJECT_KINDS } from './case-texts.ts'

/** Who reported, with reason and note. */
export function CaseReports({ reports }: Pick<Case, 'reports'>) {
  return (
    <CaseSection title="Reports">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {reports.map((report, index) => (
          <li key={`${report.createdAt}-${index}`} className="flex items-start gap-3 py-3.5">
            <Avatar
              name={report.reporter?.userName ?? '?'}
              picture={report.reporter?.profilePicture}
              size="sm"
            />
            <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <PersonLink person={report.reporter} />
                <span className="text-muted">{REPORT_REASONS[report.reason].label}</span>
                <span className="text-faint">
                  <RelativeTime at={report.createdAt} />
                </span>
              </p>
              {report.note && (
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {report.note}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </CaseSection>
  )
}

function PersonLink({ person }: { person: Person | null }) {
  if (!person) return <span className="font-medium text-muted">Deleted User</span>
  return (
    <Link
      to={`/profile/${person.userName}`}
      className="min-w-0 truncate font-medium hover:text-link hover:underline"
    >
      {person.userName}
    </Link>
  )
}

/** What is known of the author, in numbers. */
export function AuthorHistory({ author, history }: Pick<Case, 'author' | 'history'>) {
  const numbers = [
    ['Posts', history.posts],
    ['Comments', history.comments],
    ['Reports', history.reportsAgainst],
    ['Decisions', history.decisionsAgainst],
  ] as const
  return (
    <CaseSection
      title="The author"
      aside={author && <TextLink to={`/profile/${author.userName}`}>{author.userName}</TextLink>}
    >
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-5 xl:grid-cols-4">
        <div className={CELL_CLASS}>
          <dt className="text-xs text-muted">Joined</dt>
          <dd className="text-sm font-medium">
            {history.memberSince ? <RelativeTime at={history.memberSince} /> : 'Deleted'}
          </dd>
        </div>
        {numbers.map(([label, count]) => (
          <div key={label} className={CELL_CLASS}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-lg/6 font-semibold tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
    </CaseSection>
  )
}

const CELL_CLASS =
  'grid content-between gap-1 bg-surface px-4 py-3 max-sm:first:col-span-2 xl:first:col-span-4'

/** Other open cases about the same author. */
export function SimilarCases({ cases }: { cases: CaseSummary[] }) {
  if (cases.length === 0) return null
  return (
    <CaseSection title="Also open about this author">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5 text-sm">
        {cases.map((each) => (
          <li key={each._id} className="flex flex-wrap items-baseline gap-x-2 py-3">
            <TextLink to={`/review/${each._id}`} state={{ focusesCase: true }}>
              {SUBJECT_KINDS[each.subject.kind].label}: {REPORT_REASONS[each.reason].label}
            </TextLink>
            <span className="text-muted">{formatReportCount(each.reportCount)}</span>
            <span dir="auto" className="w-full truncate text-muted">
              {each.excerpt}
            </span>
          </li>
        ))}
      </ul>
    </CaseSection>
  )
}
