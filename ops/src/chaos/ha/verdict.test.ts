import { expect, test } from 'vitest'
import { checkDelivery } from '../consistency-checks.ts'
import { SendHistory } from '../send-history.ts'
import { StatusLog } from './status-log.ts'
import { addVerdicts, findLongestGap, formatVerdict, isPassed, type Verdict } from './verdict.ts'
import { findWriteFaults, WriteHistory, type StoredWrites } from './write-history.ts'

const clean: Verdict = {
  lost: 0,
  duplicated: 0,
  disordered: 0,
  counters: 0,
  orphans: 0,
  wrongStatus: 0,
  late: 0,
  unknown: 0,
  gapSeconds: 3,
  gapSecondsMax: 10,
  healedSeconds: 4,
}

/** A history with one acknowledged message, and its row. */
function createDelivery() {
  const history = new SendHistory()
  const send = history.recordSend('ada', { kind: 'member', id: 'bob' })
  history.recordOutcome(send, 'by POST', 'id-1')
  const row = {
    id: 'id-1',
    senderId: 'ada',
    peerId: 'bob',
    conversationId: 'one',
    content: send.content,
    delivered: true,
    read: true,
  }
  return { history, row }
}

test('a delivery without faults is found to be one', () => {
  const { history, row } = createDelivery()
  const faults = { lost: 0, duplicated: 0, disordered: 0, unexpected: 0 }
  expect(checkDelivery([row], history, new Map())).toEqual(faults)
})

test('a retry with a new key is found as a duplicate', () => {
  const { history, row } = createDelivery()
  const faults = checkDelivery([row, { ...row, id: 'id-2' }], history, new Map())
  expect(faults).toMatchObject({ lost: 0, duplicated: 1 })
})

test('an acknowledged message that a failover dropped is found as lost', () => {
  const { history } = createDelivery()
  expect(checkDelivery([], history, new Map())).toMatchObject({ lost: 1, duplicated: 0 })
})

function createWrites(): { history: WriteHistory; stored: StoredWrites } {
  const history = new WriteHistory()
  for (const kind of ['post', 'comment', 'like', 'upload', 'sign-up'] as const)
    Object.assign(history.recordWrite(kind, kind), { id: `${kind}-id`, outcome: 'acknowledged' })
  const stored = {
    posts: [{ id: 'post-id', key: 'post' }],
    comments: [{ id: 'comment-id', key: 'comment' }],
    likes: ['like'],
    storedPictures: ['upload'],
    signUps: ['sign-up'],
    mailRecipients: ['sign-up', 'sign-up'],
  }
  return { history, stored }
}

test('writes that are all there have no faults', () => {
  const { history, stored } = createWrites()
  expect(findWriteFaults(history, stored)).toEqual({ lost: [], duplicated: [] })
})

test.each([
  ['posts', 'post post'],
  ['comments', 'comment comment'],
  ['likes', 'like like'],
  ['storedPictures', 'upload upload'],
  ['signUps', 'sign-up sign-up'],
  ['mailRecipients', 'sign-up sign-up'],
] as const)('a write that is missing in %s is found as lost', (part, lost) => {
  const { history, stored } = createWrites()
  expect(findWriteFaults(history, { ...stored, [part]: [] }).lost).toEqual([lost])
})

test('a post that was repeated with a new key is found as a duplicate', () => {
  const { history, stored } = createWrites()
  stored.posts.push({ id: 'another-id', key: 'post' })
  expect(findWriteFaults(history, stored)).toEqual({ lost: [], duplicated: ['post post'] })
})

test('a write without an acknowledgement may be missing', () => {
  const { history, stored } = createWrites()
  history.recordWrite('post', 'never answered').outcome = 'given up'
  expect(findWriteFaults(history, stored).lost).toEqual([])
})

test.each([
  { status: 401, retryAfter: undefined, wrong: 1 },
  { status: 500, retryAfter: undefined, wrong: 1 },
  { status: 503, retryAfter: undefined, wrong: 1 },
  { status: 0, retryAfter: undefined, wrong: 1 },
  { status: 503, retryAfter: '2', wrong: 0 },
  { status: 201, retryAfter: undefined, wrong: 0 },
])('a response with status $status and Retry-After $retryAfter counts $wrong', (example) => {
  const log = new StatusLog()
  const { status, retryAfter, wrong } = example
  log.record({ method: 'GET', path: '/api/users/me', status, retryAfter, body: null })
  expect(log.takeCounts().wrong).toBe(wrong)
})

test('a missing response is right only where the fault ends a process that has requests', () => {
  const log = new StatusLog()
  log.mayLoseResponses = true
  for (const status of [0, 502, 401])
    log.record({ method: 'GET', path: '/', status, retryAfter: undefined, body: null })
  expect(log.takeCounts()).toMatchObject({ responses: 3, unanswered: 2, wrong: 1 })
  expect(log.takeCounts()).toMatchObject({ responses: 0, unanswered: 0, wrong: 0, examples: [] })
})

test.each(['lost', 'duplicated', 'disordered', 'counters', 'orphans', 'wrongStatus'] as const)(
  'a run with one %s does not pass',
  (count) => {
    expect(isPassed(clean)).toBe(true)
    expect(isPassed({ ...clean, [count]: 1 })).toBe(false)
  },
)

test('the gap is the longest time between two acknowledgements, whenever the messages were written', () => {
  const history = new SendHistory()
  for (const [settledAt, outcome] of [
    [100, 'by socket'],
    [5_200, 'by POST'],
    [400, 'by socket'],
    [2_000, 'refused'],
  ] as const) {
    const send = history.recordSend('ada', { kind: 'member', id: 'bob' })
    history.recordOutcome(send, outcome, outcome === 'refused' ? null : `id-${settledAt}`)
    send.settledAt = settledAt
  }
  expect(findLongestGap(history.sends)).toBe(4_800)
  expect(findLongestGap([])).toBe(0)
})

test('a longer pause of writes than the fault may cost does not pass', () => {
  expect(isPassed({ ...clean, gapSeconds: 10.1 })).toBe(false)
})

test('the last line has the highest counts and times, and all wrong statuses', () => {
  const total = addVerdicts([
    { ...clean, lost: 1, wrongStatus: 2, gapSeconds: 8 },
    { ...clean, lost: 1, wrongStatus: 3, healedSeconds: 12 },
  ])
  expect(formatVerdict(total)).toBe(
    'lost=1 duplicated=0 disordered=0 late=0 counters=0 orphans=0 wrong-status=5 unknown=0 gap=8.0 healed=12.0',
  )
})
