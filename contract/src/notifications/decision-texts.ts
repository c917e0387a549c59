import type { DecisionKind, SubjectKind } from '../moderation/moderation.ts'

/** What stands before 'was hidden': `before` with the title of a post behind it, or with `without` where there is none. */
export const HIDDEN_TEXTS: Record<SubjectKind, { before: string; without: string }> = {
  post: { before: '', without: 'Your project' },
  comment: { before: 'Your comment on ', without: 'a project' },
  message: { before: '', without: 'Your message' },
  member: { before: '', without: 'Your profile' },
  'join-request': { before: 'Your request to join ', without: 'a project' },
}

/** What a member may not do for a while. */
export const LIMIT_TEXTS: Record<Exclude<DecisionKind, 'hide'>, string> = {
  keep: 'Nothing changed',
  'limit-posting': 'You can’t post for now',
  'limit-messaging': 'You can’t send messages for now',
  suspend: 'Your account is suspended',
}
