import type pg from 'pg'
import type { SimulatedClient, ClientMessage } from './simulated-client.ts'
import type { RoomRow } from './room-checks.ts'
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

/** Describes each message that one of its two participants has not received. */
export function findMissingMessages(rows: MessageRow[], clients: ClientsById): string[] {
  return describeCopies(rows, clients, (row, copy) => copy?.content !== row.content).map(
    (message) => `${message} has not received it`,
  )
}

/** Describes each message whose receipts one of the two does not know; it may have been read since it was queried. */
export function findMissingReceipts(rows: MessageRow[], clients: ClientsById): string[] {
  const isBehind = (row: MessageRow, copy: ClientMessage | undefined) =>
    !copy || (row.delivered && !copy.delivered) || (row.read && !copy.read)
  return describeCopies(rows, clients, isBehind).map(
    (message) => `${message} does not know its receipts`,
  )
}

/** Names the message and the member for each copy that a client should have and that is wrong. */
function describeCopies(
  rows: MessageRow[],
  clients: ClientsById,
  isWrong: (row: MessageRow, copy: ClientMessage | undefined) => boolean,
): string[] {
  return rows.flatMap((row) =>
    [row.senderId, row.peerId]
      .filter((memberId) => isWrong(row, clients.get(memberId)?.messages.get(row.id)))
      .map((memberId) => `'${row.content}' (${row.id}): member ${memberId}`),
  )
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
export function checkDelivery(
  messageRows: MessageRow[],
  history: SendHistory,
  clients: ClientsById,
  roomRows: RoomRow[] = [],
) {
  const rows = [...messageRows, ...roomRows.filter(({ line }) => line === null)]
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
      countIdOrderViolations(messageRows, clients) +
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
  const conversations = Map.groupBy(acknowledged, getConversationKey)
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

function getConversationKey({ senderId, recipient: { kind, id } }: SendRecord): string {
  return kind === 'room' ? id : [senderId, id].toSorted().join()
}

/** The messages of one sender in a conversation must keep their order: counts those that do not. */
function countSenderOrderViolations(acknowledged: SendRecord[]): number {
  let violations = 0
  const getKey = (send: SendRecord) => `${send.senderId} ${getConversationKey(send)}`
  for (const sends of Map.groupBy(acknowledged, getKey).values()) {
    const ids = sends
      .toSorted((a, b) => a.startedAt - b.startedAt)
      .map(({ messageId }) => messageId)
    violations += ids.filter((id, index) => (id ?? '') < (ids[index - 1] ?? '')).length
  }
  return violations
}
