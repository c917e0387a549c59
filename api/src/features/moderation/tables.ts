import type {
  DecisionKind,
  ReportReason,
  Rule,
  SubjectKind,
} from '@dolph/contract/moderation/moderation'
import type { CaseState } from '@dolph/contract/review/review'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    cases: Cases
    reports: Reports
    appeals: Appeals
  }
}

interface Cases {
  id: Generated<string>
  kind: SubjectKind
  subject_id: string
  author_id: string | null
  weight: Generated<number>
  report_count: Generated<number>
  /** The number of reports per reason. */
  reason_counts: Generated<Partial<Record<ReportReason, number>>>
  state: Generated<CaseState>
  /** The beginning of a post or comment. */
  excerpt: Generated<string>
  /** Messages that a report copied, encrypted. */
  content: Buffer | null
  /** The beginning of the reported message, encrypted. */
  content_excerpt: Buffer | null
  decided_by: string | null
  decision: DecisionKind | null
  rule: Rule | null
  text: string | null
  /** May be `infinity`, which the driver cannot read. */
  until: Timestamp | null
  decided_at: Timestamp | null
  appealed_at: Timestamp | null
  /** Set when an appeal succeeded. */
  taken_back_at: Timestamp | null
}

interface Reports {
  id: Generated<string>
  case_id: string
  reporter_id: string | null
  reason: ReportReason
  note: string
  created_at: GeneratedAlways<Timestamp>
}

interface Appeals {
  case_id: string
  text: string
  created_at: Generated<Timestamp>
  decided_by: string | null
  outcome: 'stands' | 'taken-back' | null
  answer: string | null
  decided_at: Timestamp | null
}
