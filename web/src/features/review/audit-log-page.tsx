import type { AuditEntry } from '@dolph/contract/review/review'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListStatus } from '../../ui/list-status.tsx'
import { auditLogQuery } from './data.ts'
import { isSecondFactorNeeded, SecondFactorNeeded } from './second-factor-needed.tsx'

/** What staff did, newest first; for admins. */
export function AuditLogPage() {
  const list = useInfiniteQuery(auditLogQuery)
  if (isSecondFactorNeeded(list.error)) return <SecondFactorNeeded />
  return (
    <div className="page flex min-h-dvh flex-1 flex-col gap-6 py-8 sm:py-10">
      <header className="grid justify-items-start gap-1.5">
        <ButtonLink to="/review" variant="ghost" size="sm" icon={ArrowLeft} className="-ml-2.5">
          Review
        </ButtonLink>
        <h1 className="text-2xl font-semibold sm:text-3xl">Audit log</h1>
        <p className="text-muted">Actions of moderators and admins, newest first.</p>
      </header>
      {list.data?.length === 0 && <p className="text-muted">No actions yet.</p>}
      {list.data && list.data.length > 0 && (
        <div
          role="region"
          aria-label="Entries"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
          tabIndex={0}
          className="overflow-x-auto rounded-card border border-line bg-surface"
        >
          <table className="w-full min-w-2xl text-left text-sm">
            <thead className="border-b border-line text-muted">
              <tr>
                {['When', 'Who', 'Action', 'Subject', 'Details'].map((title) => (
                  <th key={title} scope="col" className="px-4 py-2.5 font-medium">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {list.data.map((entry) => (
                <EntryRow key={entry._id} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ListStatus list={list} failure="The audit log could not be loaded." />
    </div>
  )
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  return (
    <tr className="align-top">
      <td className="px-4 py-3 whitespace-nowrap text-muted">
        <RelativeTime at={entry.at} />
      </td>
      <td className="px-4 py-3 font-medium whitespace-nowrap">
        {entry.actor?.userName ?? 'Server'}
      </td>
      <td className="px-4 py-3 whitespace-nowrap">{entry.action}</td>
      <td className="px-4 py-3 font-mono text-xs wrap-anywhere">{entry.subject}</td>
      <td className="px-4 py-3 wrap-anywhere text-muted">{formatDetails(entry.details)}</td>
    </tr>
  )
}

function formatDetails(details: AuditEntry['details']): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
}
