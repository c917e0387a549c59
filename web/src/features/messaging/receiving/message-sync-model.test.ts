import type { Message } from '@dolph/contract/messaging/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ModelServer } from '../../../testing/model-server.ts'
import {
  applyDeletion,
  replaceConversations,
  applyChange,
  applyMessage,
  applyReceipt,
  EMPTY_INBOX,
  type Inbox,
  type InboxUpdate,
} from './inbox.ts'
import {
  applyEvent,
  applyOlderPage,
  applySync,
  EMPTY_THREAD,
  getContiguousMessages,
  type SyncReply,
  type Thread,
} from './thread.ts'

const isLongRun = process.env['TEST_LONG'] === '1'
const THREAD_SCHEDULES = isLongRun ? 16_000 : 4_000
const INBOX_SCHEDULES = isLongRun ? 12_000 : 3_000
const PAGE_SIZE = 50
const TIMEOUT_MS = 60_000

const Selector = fc.nat({ max: 200 })

/** One step: what happens, in which of the three tabs, and a number that selects a message or an event. */
const Step = fc.tuple(
  fc.constantFrom(
    ...(['send', 'send', 'resend', 'deliver', 'read', 'clear', 'edit', 'delete'] as const),
    ...(['receive', 'receive', 'receive and repeat later', 'lose', 'reconnect'] as const),
    ...(['request sync', 'request sync', 'apply sync', 'apply sync'] as const),
    ...(['request older', 'apply older'] as const),
  ),
  fc.nat({ max: 2 }),
  Selector,
)

const Schedule = fc.record({
  messagesBefore: fc.oneof(
    { weight: 15, arbitrary: fc.nat({ max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 47, max: 110 }) },
  ),
  syncMax: fc.integer({ min: 1, max: 6 }),
  steps: fc.array(Step, { minLength: 8, maxLength: 40 }),
})

/** The cache of one browser tab, and the events and replies under way to it. */
class Tab {
  thread: Thread = EMPTY_THREAD
  readonly events: ServerEvent[] = []
  readonly pages: { page: Message[]; hasOlder: boolean }[] = []
  pendingSync: { since: string | null; reply: SyncReply } | undefined
  readonly me: string
  readonly peer: string

  constructor(me: string, peer: string) {
    this.me = me
    this.peer = peer
  }

  setThread(next: Thread): void {
    const regression = findRegression(this.thread, next)
    if (regression) throw new Error(regression)
    this.thread = next
  }

  receiveEvent(selector: number, isLast: boolean): void {
    const index = selector % this.events.length
    const event = this.events[index]
    if (!event) return
    if (isLast) this.events.splice(index, 1)
    this.setThread(applyEvent(this.thread, this.peer, event))
  }

  requestSync(server: ModelServer, syncMax: number): void {
    const since = this.thread.syncTime
    this.pendingSync = { since, reply: server.sync(this.me, this.peer, since, syncMax) }
  }

  applySyncReply(): boolean {
    const sync = this.pendingSync
    this.pendingSync = undefined
    if (sync) this.setThread(applySync(this.thread, sync.since, sync.reply))
    return sync?.reply.hasMore ?? false
  }

  requestOlder(server: ModelServer): void {
    if (this.thread.loadedFrom === null) return
    const page = server.listBefore(this.me, this.peer, this.thread.loadedFrom)
    this.pages.push({ page, hasOlder: page.length >= PAGE_SIZE })
  }

  applyOlderReply(): void {
    const older = this.pages.pop()
    if (older) this.setThread(applyOlderPage(this.thread, older.page, older.hasOlder))
  }
}

test(
  'a sync makes a tab equal to the database, whatever was lost, late, repeated or out of order',
  () => {
    const outcome = fc.check(
      fc.property(Schedule, ({ messagesBefore, syncMax, steps }) => {
        const tabs = [new Tab('ada', 'bob'), new Tab('ada', 'bob'), new Tab('bob', 'ada')]
        const server = new ModelServer((member, event) => {
          for (const tab of tabs) if (tab.me === member) tab.events.push(event)
        })
        for (let index = 0; index < messagesBefore; index += 1) {
          server.send(index % 3 ? 'ada' : 'bob', index % 3 ? 'bob' : 'ada')
        }
        for (const [kind, tabIndex, selector] of steps) {
          const tab = tabs[tabIndex]
          if (tab) runStep(server, tab, kind, { selector, syncMax })
        }
        for (const tab of tabs) syncAndCompare(server, tab, syncMax)
      }),
      { numRuns: THREAD_SCHEDULES },
    )
    expect(fc.defaultReportMessage(outcome)).toBeUndefined()
  },
  TIMEOUT_MS,
)

type StepKind = typeof Step extends fc.Arbitrary<[infer Kind, number, number]> ? Kind : never

interface StepOptions {
  selector: number
  syncMax: number
}

function runStep(
  server: ModelServer,
  tab: Tab,
  kind: StepKind,
  { selector, syncMax }: StepOptions,
): void {
  const { me, peer } = tab
  const actions: Record<StepKind, () => void> = {
    send: () => server.send(me, peer),
    resend: () => server.resend(me, selector),
    deliver: () => server.deliver(me, selector),
    read: () => server.read(me, peer, selector),
    clear: () => selector % 3 === 0 && server.clear(me, peer),
    edit: () => server.revise(me, selector, 'edit'),
    delete: () => selector % 3 === 0 && server.revise(me, selector, 'delete'),
    receive: () => tab.receiveEvent(selector, true),
    'receive and repeat later': () => tab.receiveEvent(selector, false),
    lose: () => tab.events.splice(selector % (tab.events.length + 1), 1),
    reconnect: () => tab.events.splice(0),
    'request sync': () => tab.requestSync(server, syncMax),
    'apply sync': () => tab.applySyncReply(),
    'request older': () => tab.requestOlder(server),
    'apply older': () => tab.applyOlderReply(),
  }
  actions[kind]()
}

/** Runs one complete sync, and then applies everything still under way, which must not change the result. */
function syncAndCompare(server: ModelServer, tab: Tab, syncMax: number): void {
  const late = tab.pendingSync
  do tab.requestSync(server, syncMax)
  while (tab.applySyncReply())
  while (tab.events.length > 0) tab.receiveEvent(tab.events.length >> 1, true)
  while (tab.pages.length > 0) tab.applyOlderReply()
  // A late first reply is left out: the app never has two first syncs under way.
  if (late?.since) tab.setThread(applySync(tab.thread, late.since, late.reply))

  const whole = server.listThread(tab.me, tab.peer)
  const { loadedFrom } = tab.thread
  assertSame(
    getContiguousMessages(tab.thread),
    loadedFrom === null ? whole : whole.filter(({ _id }) => _id >= loadedFrom),
  )
  for (; tab.thread.loadedFrom !== null; tab.applyOlderReply()) tab.requestOlder(server)
  assertSame(getContiguousMessages(tab.thread), whole)
  assertSame(tab.thread.clearedTo, server.getClearedTo(tab.me, tab.peer))
}

/** Describes how `next` lost something that `previous` had; undefined if it did not. */
function findRegression(previous: Thread, next: Thread): string | undefined {
  if ((previous.clearedTo ?? '') > (next.clearedTo ?? '')) return 'Deleted messages came back'
  const nextById = new Map(next.messages.map((message) => [message._id, message]))
  for (const message of previous.messages) {
    const after = nextById.get(message._id)
    if (!after && message._id > (next.clearedTo ?? '')) return 'A message was lost'
    if (after && message.delivered && !after.delivered) return 'Delivered was revoked'
    if (after && message.read && !after.read) return 'Read was revoked'
    if (after && (message.revisedAt ?? '') > (after.revisedAt ?? '')) return 'An edit was undone'
  }
  const ids = next.messages.map(({ _id }) => _id)
  const isInOrder = ids.every((id, index) => id > (ids[index - 1] ?? ''))
  return isInOrder ? undefined : 'Messages are out of order'
}

test(
  'an inbox that needs no refetch equals the database, in whatever order events arrive',
  () => {
    let comparedCount = 0
    const outcome = fc.check(
      fc.property(fc.array(InboxStep, { minLength: 4, maxLength: 30 }), (steps) => {
        const events: ServerEvent[] = []
        const server = new ModelServer((member, event) => {
          if (member === 'ada') events.push(event)
        })
        const fetchInbox = () => server.getInbox('ada', ['bob', 'cid'])
        let update: InboxUpdate = {
          inbox: replaceConversations(EMPTY_INBOX, fetchInbox()),
          needsRefetch: false,
        }

        const receive = (selector: number) => {
          const [event] = events.splice(selector % (events.length || 1), 1)
          for (let times = selector % 4 ? 1 : 2; event && times > 0; times -= 1) {
            const { inbox, needsRefetch } = applyToInbox(update.inbox, event)
            update = { inbox, needsRefetch: update.needsRefetch || needsRefetch }
          }
        }

        for (const [kind, peer, selector] of steps) {
          if (kind === 'send') server.send('ada', peer)
          if (kind === 'incoming') server.send(peer, 'ada')
          if (kind === 'deliver') server.deliver(selector % 2 ? 'ada' : peer, selector)
          if (kind === 'read' && selector % 3) server.read('ada', peer, selector)
          if (kind === 'read' && selector % 3 === 0) server.read(peer, 'ada', selector)
          if (kind === 'clear' && selector % 3 === 0) server.clear('ada', peer)
          if (kind === 'edit' || kind === 'delete')
            server.revise(selector % 2 ? 'ada' : peer, selector, kind)
          if (kind === 'receive') receive(selector)
          if (kind === 'fetch')
            update = {
              inbox: replaceConversations(update.inbox, fetchInbox()),
              needsRefetch: false,
            }
        }
        while (events.length > 0) receive(events.length >> 1)
        if (update.needsRefetch) return
        comparedCount += 1
        assertSame(summarizeInbox(update.inbox), summarizeInbox(fetchInbox()))
      }),
      { numRuns: INBOX_SCHEDULES },
    )
    expect(fc.defaultReportMessage(outcome)).toBeUndefined()
    expect(comparedCount).toBeGreaterThan(INBOX_SCHEDULES / 10)
  },
  TIMEOUT_MS,
)

const InboxStep = fc.tuple(
  fc.constantFrom(
    ...(['send', 'incoming', 'deliver', 'read', 'clear', 'edit', 'delete'] as const),
    ...(['receive', 'receive', 'receive', 'fetch'] as const),
  ),
  fc.constantFrom('bob', 'cid'),
  Selector,
)

/** Leaves out receipts: one that arrives before its message is only known after the next fetch. Unread counts are exact. */
function summarizeInbox({ conversations, unread }: Pick<Inbox, 'conversations' | 'unread'>) {
  const all = conversations.map((each) => [each.peer._id, each.lastMessage._id, each.unreadCount])
  return { all, unread }
}

function applyToInbox(inbox: Inbox, event: ServerEvent): InboxUpdate {
  if (event.type === 'new_message') return applyMessage(inbox, 'ada', event.message, false)
  if (event.type === 'message_changed' && 'recipient' in event.message)
    return applyChange(inbox, 'ada', event.message)
  if (event.type === 'conversation_deleted') return applyDeletion(inbox, event.userId, event.upTo)
  if (event.type !== 'message_read' && event.type !== 'message_delivered') {
    throw new Error(`The model server does not publish ${event.type}`)
  }
  return applyReceipt(inbox, 'ada', event, false)
}

/** Compares as JSON, which is many times faster than a deep comparison. */
function assertSame(actual: unknown, expected: unknown): void {
  const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (actualJson !== expectedJson) throw new Error(`expected ${expectedJson}, got ${actualJson}`)
}
