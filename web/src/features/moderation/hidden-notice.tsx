import { RULE_NAMES } from '@dolph/contract/moderation/moderation'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppealSection } from './appeal-section.tsx'
import { subjectDecisionQuery } from './data.ts'

export interface HiddenNoticeProps {
  /** The id of the hidden post, comment or join request. */
  subject: string
}

/** Tells the author of a hidden post, comment or join request why it is hidden, and lets them object. */
export function HiddenNotice({ subject }: HiddenNoticeProps) {
  const { data: decision } = useQuery(subjectDecisionQuery(subject))
  if (!decision) return <Panel>{HIDDEN}</Panel>
  return (
    <Panel>
      <p className="text-pretty wrap-anywhere">
        We hid this because it breaks the rule “{RULE_NAMES[decision.rule]}”:{' '}
        <bdi>{decision.text}</bdi>
      </p>
      <p className="text-muted">Only you and our moderators can see it.</p>
      <AppealSection decision={decision} />
    </Panel>
  )
}

const HIDDEN = 'We hid this. Only you and our moderators can see it.'

function Panel({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Hidden"
      className="flex gap-3 rounded-card border border-warning/30 bg-warning-soft p-4 text-sm"
    >
      <EyeOff className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-3">{children}</div>
    </section>
  )
}
