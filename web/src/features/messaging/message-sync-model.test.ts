import type { Message } from '@dolph/contract/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ModelServer } from '../../testing/model-server.ts'
import {
  applyDeletion,
  replaceConversations,
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

const THREAD_SCHEDULES = 16_000
const INBOX_SCHEDULES = 12_000
const PAGE = 50
const TIMEOUT_MS = 60_000

const Nth = fc.nat({ max: 200 })

/** Two members and whatever can happen between them; `member` and `tab` are taken modulo how many there are. */
const Step = fc.tuple(
  fc.constantFrom(
    ...(['send', 'send', 'repeat', 'deliver', 'read', 'clear'] as const),
    ...(['hear', 'hear', 'hear again', 'lose', 'reconnect'] as const),
    ...(['ask', 'ask', 'answer', 'answer', 'ask for older', 'answer with older'] as const),
  ),
  fc.nat({ max: 2 }),
  Nth,
)

const Schedule = fc.record({
  before: fc.oneof(
    { weight: 15, arbitrary: fc.nat({ max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 47, max: 110 }) },
  ),
  syncMax: fc.integer({ min: 1, max: 6 }),
  steps: fc.array(Step, { minLength: 8, maxLength: 40 }),
})

/** What one browser tab knows, and what is on its way to it. */
class Tab {
  thread: Thread = EMPTY_THREAD
  readonly events: ServerEvent[] = []
  readonly pages: { page: Message[]; hasOlder: boolean }[] = []
  reply: { asked: string | null; reply: SyncReply } | undefined
  readonly me: string
  readonly peer: string

  constructor(me: string, peer: string) {
    this.me = me
    this.peer = peer
  }

  setThread(next: Thread): void {
    const fault = findRegression(this.thread, next)
    if (fault) throw new Error(fault)
    this.thread = next
  }

  receiveEvent(nth: number, isLast: boolean): void {
    const place = nth % this.events.length
    const event = this.events[place]
    if (!event) return
    if (isLast) this.events.splice(place, 1)
    this.setThread(applyEvent(this.thread, this.peer, event))
  }

  requestSync(server: ModelServer, syncMax: number): void {
    const asked = this.thread.syncTime
    this.reply = { asked, reply: server.sync(this.me, this.peer, asked, syncMax) }
  }

  applySyncReply(): boolean {
    const answer = this.reply
    this.reply = undefined
    if (answer) this.setThread(applySync(this.thread, answer.asked, answer.reply))
    return answer?.reply.hasMore ?? false
  }

  requestOlder(server: ModelServer): void {
    if (this.thread.loadedFrom === null) return
    const page = server.listBefore(this.me, this.peer, this.thread.loadedFrom)
    this.pages.push({ page, hasOlder: page.length >= PAGE })
  }

  applyOlderReply(): void {
    const older = this.pages.pop()
    if (older) this.setThread(applyOlderPage(this.thread, older.page, older.hasOlder))
  }
}

test(
  'whatever is lost, late, repeated or out of order, a sync makes a tab equal to the database',
  () => {
    const outcome = fc.check(
      fc.property(Schedule, ({ before, syncMax, steps }) => {
        const tabs = [new Tab('ada', 'bob'), new Tab('ada', 'bob'), new Tab('bob', 'ada')]
        const server = new ModelServer((member, event) => {
          for (const tab of tabs) if (tab.me === member) tab.events.push(event)
        })
        for (let nth = 0; nth < before; nth += 1) {
          server.send(nth % 3 ? 'ada' : 'bob', nth % 3 ? 'bob' : 'ada')
        }
        for (const [deed, which, nth] of steps) {
          const tab = tabs[which]
          if (tab) runStep(server, tab, deed, { nth, syncMax })
        }
        for (const tab of tabs) syncAndCompare(server, tab, syncMax)
      }),
      { numRuns: THREAD_SCHEDULES },
    )
    expect(fc.defaultReportMessage(outcome)).toBeUndefined()
  },
  TIMEOUT_MS,
)

type StepKind = typeof Step extends fc.Arbitrary<[infer D, number, number]> ? D : never

interface StepOptions {
  nth: number
  syncMax: number
}

function runStep(
  server: ModelServer,
  tab: Tab,
  deed: StepKind,
  { nth, syncMax }: StepOptions,
): void {
  const { me, peer } = tab
  const deeds: Record<StepKind, () => void> = {
    send: () => server.send(me, peer),
    repeat: () => server.resend(me, nth),
    deliver: () => server.deliver(me, nth),
    read: () => server.read(me, peer, nth),
    clear: () => nth % 3 === 0 && server.clear(me, peer),
    hear: () => tab.receiveEvent(nth, true),
    'hear again': () => tab.receiveEvent(nth, false),
    lose: () => tab.events.splice(nth % (tab.events.length + 1), 1),
    reconnect: () => tab.events.splice(0),
    ask: () => tab.requestSync(server, syncMax),
    answer: () => tab.applySyncReply(),
    'ask for older': () => tab.requestOlder(server),
    'answer with older': () => tab.applyOlderReply(),
  }
  deeds[deed]()
}

/** One complete sync; what is still on its way comes later, and must not spoil it. */
function syncAndCompare(server: ModelServer, tab: Tab, syncMax: number): void {
  const late = tab.reply
  do tab.requestSync(server, syncMax)
  while (tab.applySyncReply())
  while (tab.events.length > 0) tab.receiveEvent(tab.events.length >> 1, true)
  while (tab.pages.length > 0) tab.applyOlderReply()
  // The first answer of all says where to start, and is not asked for twice at a time.
  if (late?.asked) tab.setThread(applySync(tab.thread, late.asked, late.reply))

  const whole = server.listThread(tab.me, tab.peer)
  const { loadedFrom } = tab.thread
  assertSame(
    getContiguousMessages(tab.thread),
    loadedFrom === null ? whole : whole.filter(({ _id }) => _id >= loadedFrom),
  )
  for (; tab.thread.loadedFrom !== null; tab.applyOlderReply()) tab.requestOlder(server)
  assertSame(getContiguousMessages(tab.thread), whole)
  assertSame(tab.thread.clearedTo, server.clearedTo(tab.me, tab.peer))
}

/** What went backwards, if anything did. */
function findRegression(was: Thread, now: Thread): string | undefined {
  if ((was.clearedTo ?? '') > (now.clearedTo ?? '')) return 'What was taken away came back'
  const next = new Map(now.messages.map((message) => [message._id, message]))
  for (const message of was.messages) {
    const after = next.get(message._id)
    if (!after && message._id > (now.clearedTo ?? '')) return 'A message was lost'
    if (after && message.delivered && !after.delivered) return 'Delivered was taken back'
    if (after && message.read && !after.read) return 'Read was taken back'
  }
  const ids = now.messages.map(({ _id }) => _id)
  const isInOrder = ids.every((id, place) => id > (ids[place - 1] ?? ''))
  return isInOrder ? undefined : 'Messages are out of order'
}

test(
  'in whatever order things are heard, a list that is sure of itself is that of the database',
  () => {
    let sure = 0
    const outcome = fc.check(
      fc.property(fc.array(ListStep, { minLength: 4, maxLength: 30 }), (steps) => {
        const events: ServerEvent[] = []
        const server = new ModelServer((member, event) => {
          if (member === 'ada') events.push(event)
        })
        const fetched = () => server.getInbox('ada', ['bob', 'cid'])
        let told: InboxUpdate = {
          inbox: replaceConversations(EMPTY_INBOX, fetched()),
          isComplete: true,
        }

        const hear = (nth: number) => {
          const [event] = events.splice(nth % (events.length || 1), 1)
          for (let times = nth % 4 ? 1 : 2; event && times > 0; times -= 1) {
            const { inbox, isComplete } = applyToInbox(told.inbox, event)
            told = { inbox, isComplete: told.isComplete && isComplete }
          }
        }

        for (const [deed, peer, nth] of steps) {
          if (deed === 'send') server.send('ada', peer)
          if (deed === 'get') server.send(peer, 'ada')
          if (deed === 'deliver') server.deliver(nth % 2 ? 'ada' : peer, nth)
          if (deed === 'read' && nth % 3) server.read('ada', peer, nth)
          if (deed === 'read' && nth % 3 === 0) server.read(peer, 'ada', nth)
          if (deed === 'clear' && nth % 3 === 0) server.clear('ada', peer)
          if (deed === 'hear') hear(nth)
          if (deed === 'fetch')
            told = { inbox: replaceConversations(told.inbox, fetched()), isComplete: true }
        }
        while (events.length > 0) hear(events.length >> 1)
        if (!told.isComplete) return
        sure += 1
        assertSame(summarizeInbox(told.inbox), summarizeInbox(fetched()))
      }),
      { numRuns: INBOX_SCHEDULES },
    )
    expect(fc.defaultReportMessage(outcome)).toBeUndefined()
    expect(sure).toBeGreaterThan(INBOX_SCHEDULES / 10)
  },
  TIMEOUT_MS,
)

const ListStep = fc.tuple(
  fc.constantFrom('send', 'get', 'deliver', 'read', 'clear', 'hear', 'hear', 'hear', 'fetch'),
  fc.constantFrom('bob', 'cid'),
  Nth,
)

/** A receipt that was heard before its message is seen with the next fetch; what waits to be read is always right. */
function summarizeInbox({ conversations, unread }: Pick<Inbox, 'conversations' | 'unread'>) {
  const all = conversations.map((each) => [each.peer._id, each.lastMessage._id, each.unreadCount])
  return { all, unread }
}

function applyToInbox(now: Inbox, event: ServerEvent): InboxUpdate {
  if (event.type === 'new_message') return applyMessage(now, 'ada', event.message, false)
  if (event.type === 'conversation_deleted') return applyDeletion(now, event.userId, event.upTo)
  if (event.type !== 'message_read' && event.type !== 'message_delivered') {
    throw new Error(`The model does not say ${event.type}`)
  }
  return applyReceipt(now, 'ada', event, false)
}

/** Comparing as text is many times quicker, and says enough. */
function assertSame(known: unknown, wanted: unknown): void {
  const [here, there] = [JSON.stringify(known), JSON.stringify(wanted)]
  if (here !== there) throw new Error(`${here} is known, but it is ${there}`)
}
