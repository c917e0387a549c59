import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Id, optionalText, pathId, requiredText, successReply, Timestamp } from '../primitives.ts'

export const REPORT_NOTE_MAX = 500
export const APPEAL_MIN = 20
export const APPEAL_MAX = 1_000
/** How long after a decision its author may object. */
export const APPEAL_DAYS = 30
/** A report of a message brings this many messages before it. */
export const REPORTED_MESSAGES_BEFORE = 10

export const REPORT_THANKS = 'Thank you. A moderator will look at it, usually within a day.'

/** What can be reported. A `member` is reported on their profile, a `join-request` or invitation by who received it. */
export const SubjectKind = z.enum(['post', 'comment', 'message', 'member', 'join-request'])
export type SubjectKind = z.infer<typeof SubjectKind>

export const Subject = z.object({ kind: SubjectKind, id: Id })
export type Subject = z.infer<typeof Subject>

export const ReportReason = z.enum([
  'spam',
  'scam',
  'harassment',
  'hate',
  'sexual',
  'impersonation',
  'unlawful',
  'other',
])
export type ReportReason = z.infer<typeof ReportReason>

/** The rules of the community guidelines have the keys of the reasons. */
export const Rule = z.enum(ReportReason.def.entries)
export type Rule = z.infer<typeof Rule>

/** The name of each rule, as decisions quote it and the community guidelines list it. */
export const RULE_NAMES: Record<Rule, string> = {
  spam: 'No spam',
  scam: 'No scams',
  harassment: 'No harassment',
  hate: 'No hate',
  sexual: 'Nothing sexual',
  impersonation: 'Be yourself',
  unlawful: 'Nothing unlawful',
  other: 'Be decent',
}

export const ReportDraft = z.object({
  subject: Subject,
  reason: ReportReason,
  note: z._default(
    optionalText({
      max: REPORT_NOTE_MAX,
      tooLong: `A note cannot be more than ${REPORT_NOTE_MAX} characters`,
    }),
    '',
  ),
  /** Also blocks the author of what is reported. */
  alsoBlock: z._default(z.boolean(), false),
})
export type ReportDraft = z.infer<typeof ReportDraft>

/** A report as its reporter sees it. */
export const Report = z.object({
  _id: Id,
  subject: Subject,
  reason: ReportReason,
  note: z.string(),
  createdAt: Timestamp,
  /** What came of it: null while it is open, `acted` if something was done, `kept` if nothing was. */
  outcome: z.nullable(z.enum(['acted', 'kept'])),
})
export type Report = z.infer<typeof Report>

/** Repeated while the first is open, it returns the same report. A `conflict` if the caller cannot block any more members. */
export const createReport = defineEndpoint({
  method: 'POST',
  url: '/api/reports',
  access: 'member',
  errors: ['not-found', 'conflict'],
  schema: {
    body: ReportDraft,
    response: { 201: successReply({ message: z.string(), data: Report }) },
  },
})

/** The caller's reports, newest first. */
export const listOwnReports = defineEndpoint({
  method: 'GET',
  url: '/api/reports',
  access: 'member',
  schema: {
    querystring: z.object(pageQuery),
    response: { 200: successReply({ data: z.array(Report), nextCursor: z.nullable(Cursor) }) },
  },
})

/**
 * What a moderator can decide. `limit-…` closes an activity for some days, `suspend` everything but reading, objecting and
 * deleting the account. All but `keep` also hide what was reported, unless it is a member.
 */
export const DecisionKind = z.enum(['keep', 'hide', 'limit-posting', 'limit-messaging', 'suspend'])
export type DecisionKind = z.infer<typeof DecisionKind>

export const Appeal = z.object({
  text: z.string(),
  createdAt: Timestamp,
  /** Null while it is open. */
  outcome: z.nullable(z.enum(['stands', 'taken-back'])),
  /** The moderator's sentence about the outcome; absent while it is open. */
  answer: z.optional(z.string()),
})
export type Appeal = z.infer<typeof Appeal>

/** A decision about the caller. Who reported and who decided is not part of it. */
export const Decision = z.object({
  _id: Id,
  kind: z.enum(['hide', 'limit-posting', 'limit-messaging', 'suspend']),
  subject: Subject,
  /** The beginning of what was reported, as plain text. */
  excerpt: z.string(),
  rule: Rule,
  text: z.string(),
  /** When a limit or suspension ends; null if it does not, or if there is none. */
  until: z.nullable(Timestamp),
  decidedAt: Timestamp,
  appeal: z.nullable(Appeal),
  canAppeal: z.boolean(),
})
export type Decision = z.infer<typeof Decision>

/** Decisions about the caller, newest first; with `subject`, only those about this post, comment or join request. */
export const listOwnDecisions = defineEndpoint({
  method: 'GET',
  url: '/api/decisions',
  access: 'member',
  schema: {
    querystring: z.object({ ...pageQuery, subject: z.optional(Id) }),
    response: { 200: successReply({ data: z.array(Decision), nextCursor: z.nullable(Cursor) }) },
  },
})

export const AppealDraft = z.object({
  text: requiredText({
    max: APPEAL_MAX,
    required: 'Please say why',
    tooLong: `An objection cannot be more than ${APPEAL_MAX} characters`,
  }).check(
    z.refine(
      (text) => [...text].length >= APPEAL_MIN,
      `Please use at least ${APPEAL_MIN} characters`,
    ),
  ),
})
export type AppealDraft = z.infer<typeof AppealDraft>

/** Once per decision, within `APPEAL_DAYS`; later or again it is a `conflict`. */
export const appealDecision = defineEndpoint({
  method: 'POST',
  url: '/api/decisions/:id/appeal',
  access: 'member',
  restriction: 'none',
  errors: ['not-found', 'conflict'],
  schema: {
    params: z.object({ id: pathId('Decision not found') }),
    body: AppealDraft,
    response: { 201: successReply({ data: Decision }) },
  },
})
