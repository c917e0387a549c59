import type { Decision, Report } from '@dolph/contract/moderation'
import type { Case, CaseSummary } from '@dolph/contract/review'

export const BOB = {
  _id: '0198c5a0-0000-7000-8000-00000000000b',
  userName: 'bob',
  profilePicture: '',
}

export function createDecisionFixture(fields: Partial<Decision> = {}): Decision {
  return {
    _id: '0198c5a0-0000-7000-8000-0000000000d1',
    kind: 'hide',
    subject: { kind: 'post', id: '01932dad-55f0-7c01-9923-d974d6c5fc01' },
    excerpt: 'Earn money while you sleep',
    rule: 'scam',
    text: 'It asks for a deposit.',
    until: null,
    decidedAt: '2026-01-02T03:04:05.678Z',
    appeal: null,
    canAppeal: true,
    ...fields,
  }
}

export function createReportFixture(fields: Partial<Report> = {}): Report {
  return {
    _id: '0198c5a0-0000-7000-8000-0000000000e1',
    subject: { kind: 'post', id: '01932dad-55f0-7c01-9923-d974d6c5fc01' },
    reason: 'spam',
    note: '',
    createdAt: '2026-01-02T03:04:05.678Z',
    outcome: null,
    ...fields,
  }
}

export function createCaseSummaryFixture(fields: Partial<CaseSummary> = {}): CaseSummary {
  return {
    _id: '0198c5a0-0000-7000-8000-0000000000c1',
    subject: { kind: 'post', id: '01932dad-55f0-7c01-9923-d974d6c5fc01' },
    state: 'open',
    reason: 'scam',
    reportCount: 3,
    author: BOB,
    excerpt: 'Earn money while you sleep',
    openedAt: '2026-01-02T03:04:05.678Z',
    ...fields,
  }
}

export function createCaseFixture(fields: Partial<Case> = {}): Case {
  return {
    ...createCaseSummaryFixture(),
    reports: [
      {
        reporter: { ...BOB, userName: 'cleo' },
        reason: 'scam',
        note: 'He asked me for a deposit',
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    ],
    context: {
      title: 'Easy money',
      text: 'Earn money while you sleep',
      postId: '01932dad-55f0-7c01-9923-d974d6c5fc01',
      isHidden: false,
      messages: [],
    },
    history: {
      memberSince: '2025-12-02T03:04:05.678Z',
      posts: 4,
      comments: 7,
      reportsAgainst: 9,
      decisionsAgainst: 1,
    },
    similar: [],
    decision: null,
    appeal: null,
    cannotDecide: null,
    ...fields,
  }
}
