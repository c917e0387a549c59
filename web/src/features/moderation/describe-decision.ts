import type { Decision, Report, SubjectKind } from '@dolph/contract/moderation/moderation'
import { CircleSlash, EyeOff, MessageCircleOff, PenOff } from 'lucide-react'
import type { IconType } from '../../ui/icon.ts'

const SUBJECT_NAMES: Record<SubjectKind, string> = {
  post: 'post',
  comment: 'comment',
  message: 'message',
  member: 'profile',
  'join-request': 'request to join',
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

const DECISION_ICONS: Record<Decision['kind'], IconType> = {
  hide: EyeOff,
  'limit-posting': PenOff,
  'limit-messaging': MessageCircleOff,
  suspend: CircleSlash,
}

/** What a decision did to the member, as a title with an icon. */
export function describeDecision(decision: Decision): { icon: IconType; title: string } {
  const { kind, subject, until } = decision
  const titles: Record<Decision['kind'], string> = {
    hide: `We hid your ${SUBJECT_NAMES[subject.kind]}`,
    'limit-posting': 'You cannot post',
    'limit-messaging': 'You cannot send messages',
    suspend: 'Your account is suspended',
  }
  const end = until ? ` until ${dayFormat.format(new Date(until))}` : ''
  return { icon: DECISION_ICONS[kind], title: titles[kind] + end }
}

/** What came of a report, for its reporter. */
export function describeOutcome(outcome: Report['outcome']): string {
  if (outcome === null) return 'A moderator is looking at it.'
  return outcome === 'acted'
    ? 'We looked at it and took action. Thank you.'
    : 'We looked at it and found nothing against our rules.'
}

export function describeReportSubject(kind: SubjectKind): string {
  return kind === 'member' ? 'A profile' : `A ${SUBJECT_NAMES[kind]}`
}
