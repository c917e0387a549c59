import type { DecisionKind, ReportReason } from '@dolph/contract/moderation'

export interface SampleReport {
  /** A username. */
  reporter: string
  reason: ReportReason
  note: string
}

interface SampleDecision {
  kind: DecisionKind
  rule: ReportReason
  text: string
  /** The author's objection, still open. */
  appeal?: string
}

/** What is reported: a post or comment of the sample data, the newest message or the profile of a member, or a post of its own. */
export type SampleSubject =
  | { kind: 'post'; title: string }
  | { kind: 'comment'; title: string; author: string }
  | { kind: 'message'; sender: string; recipient: string }
  | { kind: 'member'; username: string }
  | { kind: 'hidden-post'; author: string; title: string; body: string }

export interface SampleCase {
  subject: SampleSubject
  daysAgo: number
  reports: SampleReport[]
  decision?: SampleDecision
}

/** Cases in every state. The posts that a decision hides exist only here, so that the lists of posts stay as they are. */
export const SAMPLE_CASES: SampleCase[] = [
  {
    subject: { kind: 'message', sender: 'growth_desk', recipient: 'carla' },
    daysAgo: 1.9,
    reports: [
      { reporter: 'carla', reason: 'scam', note: 'Wants money and the password of my store.' },
    ],
  },
  {
    subject: { kind: 'member', username: 'growth_desk' },
    daysAgo: 1.5,
    reports: [
      { reporter: 'carla', reason: 'impersonation', note: 'Says to be a partner of Dolph.' },
      { reporter: 'bob', reason: 'scam', note: '' },
      { reporter: 'ada', reason: 'impersonation', note: 'Is this true?' },
    ],
  },
  {
    subject: {
      kind: 'post',
      title: 'Data engineer, three months between jobs, wants something real',
    },
    daysAgo: 3,
    reports: [
      { reporter: 'dan', reason: 'spam', note: 'The third post of this kind in a year.' },
      { reporter: 'fionam', reason: 'other', note: '' },
    ],
  },
  {
    subject: { kind: 'comment', title: 'A whole lesson in 300 kB', author: 'kwame_o' },
    daysAgo: 2.5,
    reports: [{ reporter: 'bob', reason: 'spam', note: 'The same line below many posts.' }],
  },
  {
    subject: {
      kind: 'post',
      title: 'Storage engineer would like to join a database in its first year',
    },
    daysAgo: 12,
    reports: [{ reporter: 'ada', reason: 'spam', note: '' }],
    decision: {
      kind: 'keep',
      rule: 'spam',
      text: 'An honest offer of work, posted once. It stays.',
    },
  },
  {
    subject: {
      kind: 'hidden-post',
      author: 'dan',
      title: 'Every exam of last year, with answers',
      body: 'I scanned the exams of **three universities**, with the answers of the examiners.\n\nWrite to me for the link.',
    },
    daysAgo: 6,
    reports: [
      { reporter: 'ruth_c', reason: 'unlawful', note: 'These are not his to give away.' },
      { reporter: 'isaac-w', reason: 'unlawful', note: '' },
    ],
    decision: {
      kind: 'hide',
      rule: 'unlawful',
      text: 'The exams belong to the universities, and two of them are still in use.',
    },
  },
  {
    subject: {
      kind: 'hidden-post',
      author: 'carla',
      title: 'Please vote for Larder in the kitchen awards',
      body: 'Larder is among the **ten finalists**. The vote takes a minute and ends on Friday.',
    },
    daysAgo: 9,
    reports: [{ reporter: 'seanb', reason: 'spam', note: 'Advertising.' }],
    decision: {
      kind: 'hide',
      rule: 'spam',
      text: 'A call for votes, without anything to build or to learn.',
      appeal:
        'I posted it once, in the hope that the people who built it with me hear of it. I am happy to add what we learned.',
    },
  },
]
