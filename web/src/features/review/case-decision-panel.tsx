import { RULE_NAMES } from '@dolph/contract/moderation/moderation'
import type { Case } from '@dolph/contract/review/review'
import { Banner } from '../../ui/banner.tsx'
import { formatExactTime } from '../../ui/exact-time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AppealDecisionForm } from './appeal-decision-form.tsx'
import { CaseSection } from './case-section.tsx'
import { DECISION_LABELS } from './case-texts.ts'
import { DecisionForm } from './decision-form.tsx'

interface Props {
  data: Case
  onDecided: () => void
}

/** The decision and the objection as far as there are any, and the form for what is to be decided next. */
export function CaseDecisionPanel({ data, onDecided }: Props) {
  return (
    <>
      {data.decision && <PastDecision decision={data.decision} />}
      {data.appeal && (
        <CaseSection title="The author objects">
          <div className="grid gap-2 rounded-card border border-line bg-surface p-5">
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {data.appeal.text}
            </p>
            {data.appeal.answer && (
              <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
                {data.appeal.answer}
              </p>
            )}
            <p className="text-sm text-muted">
              <RelativeTime at={data.appeal.createdAt} />
              {data.appeal.outcome &&
                (data.appeal.outcome === 'stands' ? ' · The decision stands' : ' · Taken back')}
            </p>
          </div>
        </CaseSection>
      )}
      {data.state !== 'decided' && data.cannotDecide !== null && (
        <Banner kind="info">{data.cannotDecide}</Banner>
      )}
      {data.state === 'open' && data.cannotDecide === null && (
        <DecisionForm data={data} onDecided={onDecided} />
      )}
      {data.state === 'appealed' && data.cannotDecide === null && (
        <AppealDecisionForm id={data._id} onDecided={onDecided} />
      )}
    </>
  )
}

function PastDecision({ decision }: { decision: NonNullable<Case['decision']> }) {
  return (
    <CaseSection title="Decision">
      <div className="grid gap-2 rounded-card border border-line bg-surface p-5">
        <p className="font-medium">
          {DECISION_LABELS[decision.kind]} · {RULE_NAMES[decision.rule]}
        </p>
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {decision.text}
        </p>
        <p className="text-sm text-muted">
          {decision.decidedBy?.userName ?? 'Deleted User'} ·{' '}
          <RelativeTime at={decision.decidedAt} />
          {decision.until && ` · until ${formatExactTime(decision.until)}`}
        </p>
      </div>
    </CaseSection>
  )
}
