import type pg from 'pg'
import type { SimulatedClient, ClientMessage } from './simulated-client.ts'
import type { SendHistory, SendRecord } from './send-history.ts'

/** A message as PostgreSQL has it. */
interface MessageRow {
  id: string
  senderId: string
  peerId: string
  conversationId: string
  content: string
  stamp: string
  delivered: boolean
  read: boolean
}

/** Everything there is, in the order in which it was kept. */
export async function readMessageRows(database: pg.Pool): Promise<MessageRow[]> {
  const { rows } = await database.query<MessageRow>(`
    select messages.id, sender_id as "senderId", conversation_id as "conversationId", content,
      case when sender_id = low_id then high_id else low_id end as "peerId",
      created_at as stamp, delivered_at is not null as delivered, read_at is not null as read
    from messages join conversations on conversations.id = conversation_id
    order by created_at`)
  return rows
}

type ClientsById = Map<string, SimulatedClient>

/** Whether both parties have a message. */
export function isReceivedByBoth(row: MessageRow, clients: ClientsById): boolean {
  return findClientCopies(row, clients).every((held) => held?.content === row.content)
}

/** Whether both know of it at least what this row says: meanwhile it may have been read. */
export function isReceiptKnownToBoth(row: MessageRow, clients: ClientsById): boolean {
  return findClientCopies(row, clients).every(
    (held) => held && (held.delivered || !row.delivered) && (held.read || !row.read),
  )
}

function findClientCopies(
  { id, senderId, peerId }: MessageRow,
  clients: ClientsById,
): (ClientMessage | undefined)[] {
  return [senderId, peerId].map((memberId) => clients.get(memberId)?.messages.get(id))
}

/** How many clients show something else than what is in PostgreSQL. */
export function countDivergentClients(rows: MessageRow[], clients: ClientsById): number {
  const perClient = new Map<string, MessageRow[]>([...clients.keys()].map((id) => [id, []]))
  for (const row of rows) {
    perClient.get(row.senderId)?.push(row)
    perClient.get(row.peerId)?.push(row)
  }
  let unequal = 0
  for (const [memberId, expected] of perClient) {
    const messages = clients.get(memberId)?.messages
    const isSame = expected.every((row) => {
      const held = messages?.get(row.id)
      return (
        held?.content === row.content && held.delivered === row.delivered && held.read === row.read
      )
    })
    if (!isSame || messages?.size !== expected.length) unequal += 1
  }
  return unequal
}

/** What must all be nothing. */
export function checkDelivery(rows: MessageRow[], history: SendHistory, clients: ClientsById) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const sent = new Map(history.sends.map((send) => [send.content, send]))
  const lost = history.acknowledgedSends().filter((send) => {
    const row = byId.get(send.messageId ?? '')
    return row?.content !== send.content || row.senderId !== send.senderId
  })
  const contents = new Set(rows.map(({ content }) => content))
  const unsent = rows.filter(({ content, senderId }) => sent.get(content)?.senderId !== senderId)
  return {
    lost: lost.length,
    duplicated: rows.length - contents.size,
    disordered:
      countIdOrderViolations(rows, clients) +
      countRealTimeOrderViolations(history.acknowledgedSends()) +
      countSenderOrderViolations(history.acknowledgedSends()),
    /** In PostgreSQL, though nobody wrote them. */
    unsent: unsent.length,
  }
}

/** Clients order messages by id: how many stand elsewhere than in the order in which they were kept. */
function countIdOrderViolations(rows: MessageRow[], clients: ClientsById): number {
  let misplaced = 0
  for (const [memberId, { messages }] of clients) {
    const kept = rows.filter((row) => messages.has(row.id) && isParticipant(row, memberId))
    const known = new Set(kept.map(({ id }) => id))
    const shown = [...messages.keys()].filter((id) => known.has(id)).toSorted()
    misplaced += kept.filter(({ id }, nth) => shown[nth] !== id).length
  }
  return misplaced
}

function isParticipant({ senderId, peerId }: MessageRow, memberId: string): boolean {
  return senderId === memberId || peerId === memberId
}

/** What was acknowledged before another was begun stands before it: how many do not. */
function countRealTimeOrderViolations(acknowledged: SendRecord[]): number {
  const conversations = Map.groupBy(acknowledged, ({ senderId, peerId }) =>
    [senderId, peerId].toSorted().join(),
  )
  let overtaken = 0
  for (const sends of conversations.values()) {
    const settled = sends.toSorted((a, b) => a.settledAt - b.settledAt).values()
    let next = settled.next()
    let highest = ''
    for (const send of sends.toSorted((a, b) => a.startedAt - b.startedAt)) {
      for (; !next.done && next.value.settledAt < send.startedAt; next = settled.next()) {
        if ((next.value.messageId ?? '') > highest) highest = next.value.messageId ?? ''
      }
      if ((send.messageId ?? '') <= highest) overtaken += 1
    }
  }
  return overtaken
}

/** What one member wrote stands in the order in which they wrote it: how much does not. */
function countSenderOrderViolations(acknowledged: SendRecord[]): number {
  let shuffled = 0
  for (const sends of Map.groupBy(acknowledged, ({ senderId }) => senderId).values()) {
    const ids = sends
      .toSorted((a, b) => a.startedAt - b.startedAt)
      .map(({ messageId }) => messageId)
    shuffled += ids.filter((id, nth) => (id ?? '') < (ids[nth - 1] ?? '')).length
  }
  return shuffled
}
