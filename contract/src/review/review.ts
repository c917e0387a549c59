import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Appeal, DecisionKind, ReportReason, Rule, Subject } from '../moderation/moderation.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Person } from '../people/people.ts'
import { Cover } from '../posts/post-pictures.ts'
import { Count, Id, pathId, requiredText, successReply, Timestamp } from '../primitives.ts'

export const DECISION_TEXT_MAX = 500

/** `open` waits for a decision, `appealed` for another look, `decided` for nothing. */
export const CaseState = z.enum(['open', 'appealed', 'decided'])
export type CaseState = z.infer<typeof CaseState>

/** Everything that was reported about one subject, as moderators see it in the queue. */
export const CaseSummary = z.object({
  _id: Id,
  subject: Subject,
  state: CaseState,
  /** The reason that most reports give. */
  reason: ReportReason,
  reportCount: Count,
  /** Null when the account was deleted. */
  author: z.nullable(Person),
  excerpt: z.string(),
  openedAt: Timestamp,
})
export type CaseSummary = z.infer<typeof CaseSummary>

/** Open cases with the greatest weight come first, appeals with the oldest, decided ones with the newest. */
export const listCases = defineEndpoint({
  method: 'GET',
  url: '/api/review/cases',
  access: 'moderator',
  schema: {
    querystring: z.object({ ...pageQuery, state: z._default(CaseState, 'open') }),
    response: {
      200: successReply({
        data: z.array(CaseSummary),
        nextCursor: z.nullable(Cursor),
        /** When the oldest open case was opened; null without any. */
        oldestOpenAt: z.nullable(Timestamp),
        /** When the oldest request to join that waits for its owner's answer was sent; null without any. */
        oldestWaitingRequestAt: z.nullable(Timestamp),
      }),
    },
  },
})

/** A message that was sent with a report, from before or the reported one itself. */
export const ReportedMessage = z.object({
  isByAuthor: z.boolean(),
  /** In a room: the first, second … sender who is neither the author nor the reporter. */
  teammate: z.optional(Count),
  content: z.string(),
  /** What it said before it was edited or deleted, within a week of that, the oldest first. */
  earlier: z.optional(z.array(z.string())),
  createdAt: Timestamp,
})
export type ReportedMessage = z.infer<typeof ReportedMessage>

export const CaseDecision = z.object({
  kind: DecisionKind,
  rule: Rule,
  text: z.string(),
  until: z.nullable(Timestamp),
  decidedAt: Timestamp,
  decidedBy: z.nullable(Person),
})
export type CaseDecision = z.infer<typeof CaseDecision>

export const Case = z.extend(CaseSummary, {
  /** The newest 100. */
  reports: z.array(
    z.object({
      reporter: z.nullable(Person),
      reason: ReportReason,
      note: z.string(),
      createdAt: Timestamp,
    }),
  ),
  /** The subject in its place. All are empty when it is gone. */
  context: z.object({
    title: z.string(),
    /** The whole text, as Markdown; that of a join request is plain, with its answer below. */
    text: z.string(),
    /** The post that it is, is below, or asks to join. */
    postId: z.nullable(Id),
    isHidden: z.boolean(),
    /** The cover of a post. */
    cover: z.nullable(Cover),
    messages: z.array(ReportedMessage),
  }),
  /** About the author; no number is counted beyond 1,000. */
  history: z.object({
    memberSince: z.nullable(Timestamp),
    posts: Count,
    comments: Count,
    reportsAgainst: Count,
    decisionsAgainst: Count,
  }),
  /** Other open cases about the same author, at most 10. */
  similar: z.array(CaseSummary),
  decision: z.nullable(CaseDecision),
  appeal: z.nullable(Appeal),
  /** Why this moderator may not decide: it is about them, about a member they blocked, or their own decision. */
  cannotDecide: z.nullable(z.string()),
})
export type Case = z.infer<typeof Case>

const caseParams = z.object({ id: pathId('Case not found') })
const caseReply = { 200: successReply({ data: Case }) }

export const readCase = defineEndpoint({
  method: 'GET',
  url: '/api/review/cases/:id',
  access: 'moderator',
  errors: ['not-found'],
  schema: { params: caseParams, response: caseReply },
})

const Reason = requiredText({
  max: DECISION_TEXT_MAX,
  required: 'Please write a reason',
  tooLong: `The reason cannot be more than ${DECISION_TEXT_MAX} characters`,
})

export const DECISION_DAYS = [1, 7, 30] as const

export const DecisionDraft = z.object({
  kind: DecisionKind,
  rule: Rule,
  text: Reason,
  /** Of a limit, which needs it, or of a suspension, which otherwise has no end. */
  days: z.optional(z.literal(DECISION_DAYS)),
})
export type DecisionDraft = z.infer<typeof DecisionDraft>

/** A case that was decided meanwhile is a `conflict`. */
export const decideCase = defineEndpoint({
  method: 'POST',
  url: '/api/review/cases/:id/decision',
  access: 'moderator',
  proof: 'always',
  errors: ['not-found', 'conflict', 'forbidden'],
  schema: { params: caseParams, body: DecisionDraft, response: caseReply },
})

export const AppealDecisionDraft = z.object({
  outcome: z.enum(['stands', 'taken-back']),
  text: Reason,
})
export type AppealDecisionDraft = z.infer<typeof AppealDecisionDraft>

/** `:id` is the case. Not by the moderator who decided it, where there is another one. */
export const decideAppeal = defineEndpoint({
  method: 'POST',
  url: '/api/review/appeals/:id/decision',
  access: 'moderator',
  proof: 'always',
  errors: ['not-found', 'conflict', 'forbidden'],
  schema: { params: caseParams, body: AppealDecisionDraft, response: caseReply },
})

export const AuditEntry = z.object({
  _id: Id,
  /** Null for an erased account, and for what was done on the server. */
  actor: z.nullable(Person),
  action: z.string(),
  /** `case:<id>`, `staff` for what was done about a role, or `operator` for what was done by the command line. */
  subject: z.string(),
  /** The member it is about; absent if their account was erased. */
  member: z.optional(Person),
  details: z.record(z.string(), z.unknown()),
  at: Timestamp,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What staff did, newest first. */
export const listAuditLog = defineEndpoint({
  method: 'GET',
  url: '/api/review/audit',
  access: 'admin',
  schema: {
    querystring: z.object({
      ...pageQuery,
      actor: z.optional(Id),
      /** A subject as in the entries, or `member:<id>` for all about a member. */
      subject: z.optional(z.string().check(z.maxLength(80))),
    }),
    response: { 200: successReply({ data: z.array(AuditEntry), nextCursor: z.nullable(Cursor) }) },
  },
})
