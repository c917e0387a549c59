import type pg from 'pg'
import type { SimulatedClient, ClientMessage } from './simulated-client.ts'
import type { SendHistory, SendRecord } from './send-history.ts'

/** A message as stored in PostgreSQL. */
interface MessageRow {
  id: string
  senderId: string
  peerId: string
  conversationId: string
  content: string
  delivered: boolean
  read: boolean
}

/** Reads all messages in the order of their creation. */
export async function readMessageRows(database: pg.Pool): Promise<MessageRow[]> {
  const { rows } = await database.query<MessageRow>(`
    select messages.id, sender_id as "senderId", conversation_id as "conversationId", content,
      case when sender_id = low_id then high_id else low_id end as "peerId",
      delivered_at is not null as delivered, read_at is not null as read
    from messages join conversations on conversations.id = conversation_id
    order by created_at`)
  return rows
}

type ClientsById = Map<string, SimulatedClient>

/** Whether both participants have received the message. */
export function isReceivedByBoth(row: MessageRow, clients: ClientsById): boolean {
  return findClientCopies(row, clients).every((copy) => copy?.content === row.content)
}

/** Whether both clients know at least the receipts of this row; the message may have been read since it was queried. */
export function isReceiptKnownToBoth(row: MessageRow, clients: ClientsById): boolean {
  return findClientCopies(row, clients).every(
    (copy) => copy && (copy.delivered || !row.delivered) && (copy.read || !row.read),
  )
}

function findClientCopies(
  { id, senderId, peerId }: MessageRow,
  clients: ClientsById,
): (ClientMessage | undefined)[] {
  return [senderId, peerId].map((memberId) => clients.get(memberId)?.messages.get(id))
}

/** Counts the clients whose messages differ from PostgreSQL. */
export function countDivergentClients(rows: MessageRow[], clients: ClientsById): number {
  const perClient = new Map<string, MessageRow[]>([...clients.keys()].map((id) => [id, []]))
  for (const row of rows) {
    perClient.get(row.senderId)?.push(row)
    perClient.get(row.peerId)?.push(row)
  }
  let divergent = 0
  for (const [memberId, expected] of perClient) {
    const messages = clients.get(memberId)?.messages
    const isEqual = expected.every((row) => {
      const copy = messages?.get(row.id)
      return (
        copy?.content === row.content && copy.delivered === row.delivered && copy.read === row.read
      )
    })
    if (!isEqual || messages?.size !== expected.length) divergent += 1
  }
  return divergent
}

/** Counts violations of the delivery guarantees; every count must be zero. */
export function checkDelivery(rows: MessageRow[], history: SendHistory, clients: ClientsById) {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const sendsByContent = new Map(history.sends.map((send) => [send.content, send]))
  const lost = history.acknowledgedSends().filter((send) => {
    const row = rowsById.get(send.messageId ?? '')
    return row?.content !== send.content || row.senderId !== send.senderId
  })
  const contents = new Set(rows.map(({ content }) => content))
  const unexpected = rows.filter(
    ({ content, senderId }) => sendsByContent.get(content)?.senderId !== senderId,
  )
  return {
    lost: lost.length,
    duplicated: rows.length - contents.size,
    disordered:
      countIdOrderViolations(rows, clients) +
      countRealTimeOrderViolations(history.acknowledgedSends()) +
      countSenderOrderViolations(history.acknowledgedSends()),
    /** Stored messages that no client sent. */
    unexpected: unexpected.length,
  }
}

/** Clients order messages by id: counts the messages whose position differs from the order of creation. */
function countIdOrderViolations(rows: MessageRow[], clients: ClientsById): number {
  let violations = 0
  for (const [memberId, { messages }] of clients) {
    const stored = rows.filter((row) => messages.has(row.id) && isParticipant(row, memberId))
    const storedIds = new Set(stored.map(({ id }) => id))
    const shownIds = [...messages.keys()].filter((id) => storedIds.has(id)).toSorted()
    violations += stored.filter(({ id }, index) => shownIds[index] !== id).length
  }
  return violations
}

function isParticipant({ senderId, peerId }: MessageRow, memberId: string): boolean {
  return senderId === memberId || peerId === memberId
}

/** A message acknowledged before another was started must precede it: counts the messages that do not. */
function countRealTimeOrderViolations(acknowledged: SendRecord[]): number {
  const conversations = Map.groupBy(acknowledged, ({ senderId, peerId }) =>
    [senderId, peerId].toSorted().join(),
  )
  let violations = 0
  for (const sends of conversations.values()) {
    const settled = sends.toSorted((a, b) => a.settledAt - b.settledAt).values()
    let next = settled.next()
    let highest = ''
    for (const send of sends.toSorted((a, b) => a.startedAt - b.startedAt)) {
      for (; !next.done && next.value.settledAt < send.startedAt; next = settled.next()) {
        if ((next.value.messageId ?? '') > highest) highest = next.value.messageId ?? ''
      }
      if ((send.messageId ?? '') <= highest) violations += 1
    }
  }
  return violations
}

/** The messages of one sender must keep their order: counts those that do not. */
function countSenderOrderViolations(acknowledged: SendRecord[]): number {
  let violations = 0
  for (const sends of Map.groupBy(acknowledged, ({ senderId }) => senderId).values()) {
    const ids = sends
      .toSorted((a, b) => a.startedAt - b.startedAt)
      .map(({ messageId }) => messageId)
    violations += ids.filter((id, index) => (id ?? '') < (ids[index - 1] ?? '')).length
  }
  return violations
}
