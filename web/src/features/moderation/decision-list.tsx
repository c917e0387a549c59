import { type Decision, RULE_NAMES } from '@dolph/contract/moderation/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AppealSection } from './appeal-section.tsx'
import { ownDecisionsQuery } from './data.ts'
import { describeDecision } from './describe-decision.ts'
import { ListStatus } from '../../ui/list-status.tsx'

/** The decisions about the member, newest first. */
export function DecisionList() {
  const list = useInfiniteQuery(ownDecisionsQuery)
  return (
    <section aria-label="Decisions" className="grid gap-4">
      {list.data?.length === 0 && (
        <EmptyState
          icon={ShieldCheck}
          tone="mint"
          title="No moderation decisions"
          className="rounded-card border border-line bg-surface py-12!"
        >
          If a moderator ever hides something of yours, you can read why here.
        </EmptyState>
      )}
      {list.data?.map((decision) => (
        <DecisionCard key={decision._id} decision={decision} />
      ))}
      <ListStatus list={list} failure="The decisions could not be loaded." />
    </section>
  )
}

function DecisionCard({ decision }: { decision: Decision }) {
  const { icon: Icon, title } = describeDecision(decision)
  const isTakenBack = decision.appeal?.outcome === 'taken-back'
  return (
    <Card aria-labelledby={`decision-${decision._id}`} className="grid gap-4">
      <header className="flex items-start gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-control bg-warning-soft text-warning">
          <Icon className="size-4.5" aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2
            id={`decision-${decision._id}`}
            className={isTakenBack ? 'font-medium text-muted line-through' : 'font-medium'}
          >
            {title}
          </h2>
          <p className="text-sm text-muted">
            Rule: {RULE_NAMES[decision.rule]} · <RelativeTime at={decision.decidedAt} />
          </p>
        </div>
      </header>
      {decision.excerpt && (
        <blockquote
          dir="auto"
          className="line-clamp-3 rounded-control bg-sunken px-3.5 py-2.5 text-sm text-muted wrap-anywhere"
        >
          {decision.excerpt}
        </blockquote>
      )}
      <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
        {decision.text}
      </p>
      <AppealSection decision={decision} />
    </Card>
  )
}
