import type { Decision } from '@dolph/contract/moderation/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleSlash } from 'lucide-react'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { cx } from '../../ui/cx.ts'
import { ownDecisionsQuery } from './data.ts'
import { describeDecision } from './describe-decision.ts'
import type { Activity } from './use-is-limited.ts'

export interface LimitNoticeProps {
  activity: Activity
  className?: string
}

/** Tells a limited member until when and why they cannot post or send messages. */
export function LimitNotice({ activity, className }: LimitNoticeProps) {
  const { data } = useInfiniteQuery(ownDecisionsQuery)
  const decision = data?.find((each) => isActiveLimit(each, activity))
  return (
    <div
      role="status"
      className={cx(
        'flex gap-3 rounded-card border border-warning/30 bg-warning-soft p-4 text-sm',
        className,
      )}
    >
      <CircleSlash className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="text-pretty wrap-anywhere">
          {decision ? `${describeDecision(decision).title}. Reason: ` : `${STATEMENTS[activity]}.`}
          {decision && <bdi>{decision.text}</bdi>}
        </p>
        <p>
          <TextLink to="/settings/decisions">Read the decision, or object</TextLink>
        </p>
      </div>
    </div>
  )
}

const STATEMENTS: Record<Activity, string> = {
  posting: 'You cannot post',
  messaging: 'You cannot send messages',
}

function isActiveLimit({ kind, until, appeal }: Decision, activity: Activity): boolean {
  if (appeal?.outcome === 'taken-back') return false
  if (kind === 'suspend') return until === null || Date.parse(until) > Date.now()
  return kind === `limit-${activity}` && until !== null && Date.parse(until) > Date.now()
}
