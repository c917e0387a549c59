import type { DecisionKind, SubjectKind } from '@dolph/contract/moderation/moderation'
import type { CaseSummary } from '@dolph/contract/review/review'
import { FileText, MessageCircle, MessageSquare, UserPlus, UserRound } from 'lucide-react'
import type { IconType } from '../../ui/icon.ts'

export const SUBJECT_KINDS: Record<SubjectKind, { label: string; icon: IconType }> = {
  post: { label: 'Post', icon: FileText },
  comment: { label: 'Comment', icon: MessageSquare },
  message: { label: 'Message', icon: MessageCircle },
  member: { label: 'Profile', icon: UserRound },
  'join-request': { label: 'Join request', icon: UserPlus },
}

export const DECISION_LABELS: Record<DecisionKind, string> = {
  keep: 'Keep',
  hide: 'Hide',
  'limit-posting': 'Limit posting',
  'limit-messaging': 'Limit messages',
  suspend: 'Suspend',
}

export function formatReportCount(count: number): string {
  return count === 1 ? '1 report' : `${count} reports`
}

/** What was reported and whose it is: 'Post by ada', 'Profile of ada'. */
export function describeSubject({ subject: { kind }, author }: CaseSummary): string {
  const preposition = kind === 'member' ? 'of' : 'by'
  return `${SUBJECT_KINDS[kind].label} ${preposition} ${author?.userName ?? 'Deleted User'}`
}
