import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { DecisionList } from './decision-list.tsx'
import { ownDecisionsQuery } from './data.ts'
import { OwnReports } from './own-reports.tsx'

/** Decisions of moderators about the member, and what came of the member's own reports. */
export function DecisionsPage() {
  // The reports are below a list of any length: they appear after it, so that nothing moves.
  const isLoading = useInfiniteQuery(ownDecisionsQuery).isPending
  return (
    <div className="page flex min-h-dvh max-w-4xl! flex-1 flex-col gap-8 py-8 sm:py-10">
      <header className="grid justify-items-start gap-1.5">
        <ButtonLink to="/settings" variant="ghost" size="sm" icon={ArrowLeft} className="-ml-2.5">
          Account Settings
        </ButtonLink>
        <h1 className="text-2xl font-semibold sm:text-3xl">Moderation history</h1>
        <p className="text-pretty text-muted">
          When a moderator acts on your content, you see why here. You can object once, within 30
          days.
        </p>
      </header>
      <DecisionList />
      {!isLoading && <OwnReports />}
    </div>
  )
}
