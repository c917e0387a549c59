import { DecisionKind, SubjectKind } from '@dolph/contract/moderation/moderation'
import { NotificationKind } from '@dolph/contract/notifications/notifications'
import { JoinRequestState } from '@dolph/contract/join-requests/join-request-state'
import { z } from 'zod'

/** The request or invitation that a line is about. */
const MailedRequest = z.object({
  id: z.string(),
  role: z.string(),
  state: z.enum(JoinRequestState.options),
  fromOwner: z.boolean(),
  dueAt: z.string(),
  /** What we say where nobody wrote an answer: why the request ended. */
  explanation: z.string().default(''),
  /** Who is on the team with the member who joined it, the author first. */
  team: z.array(z.string()).default([]),
  /** The repository and the other links of the project that the member joined. */
  links: z.array(z.string()).default([]),
})

export const MailedLine = z.object({
  kind: z.enum(NotificationKind.options),
  count: z.number(),
  /** The usernames of the newest people, at most four: the fourth stands for all others. */
  people: z.array(z.string()),
  /** The title of the post. */
  post: z.string(),
  /** The newest comment, or what a moderator or an owner wrote. */
  excerpt: z.string(),
  /** Of a report, or of an objection to a decision. */
  outcome: z.enum(['acted', 'kept', 'stands', 'taken-back']).nullable(),
  /** The rule that a decision names. */
  rule: z.string(),
  /** What was decided about what; null where an objection was answered. */
  decision: z
    .object({ kind: z.enum(DecisionKind.options), about: z.enum(SubjectKind.options) })
    .nullable()
    .default(null),
  request: MailedRequest.nullable().default(null),
})
export type MailedLine = z.infer<typeof MailedLine>

/** What the mail about a line says around the quote. */
export interface LineTexts {
  subject: string
  title: string
  text: string
  button: string
  /** Further sentences, below the quote. */
  details?: string[]
  /** Take the place of the button. */
  buttons?: { label: string; path: string }[]
  note?: string
}

/** 'Ada', 'Ada and Bo', 'Ada, Bo and Cleo', 'Ada, Bo and others'. */
export function joinNames([first = 'Someone', second, third, fourth]: string[]): string {
  if (second === undefined) return first
  if (third === undefined) return `${first} and ${second}`
  return `${first}, ${second} and ${fourth === undefined ? third : 'others'}`
}
