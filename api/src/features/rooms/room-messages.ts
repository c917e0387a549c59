import { MESSAGES_PAGE_SIZE, SYNC_CHANGES_MAX } from '@dolph/contract/messaging/messaging'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { MAX_ID, MIN_ID } from '../../platform/db/id-bounds.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { containsText } from '../messaging/contains-text.ts'
import type { MessageJson } from '../messaging/message-json.ts'
import { fromPlace, roomNotFound, type RoomCaller } from './places.ts'
import { joinSender, roomMessageJson } from './room-json.ts'
import { selectPositions, type PositionRow } from './room-positions.ts'

/** How many messages one search reads and returns at most. */
const SCANNED_MESSAGES_MAX = 5000
const MATCHES_MAX = 50

interface RoomRange extends RoomCaller {
  before: string
}

/** Rows of messages as an array of `MessageJson`, newest first. */
function aggregateMessages(messages: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(json_build_object('_id', message.id, 'json', ${roomMessageJson}::text) order by message.id desc)
    from ${messages} as message ${joinSender}), '[]')`
}

/** A page of the messages that the member may read, newest first, and the id before which the next page starts. */
export async function readRoomPage(db: Database, caller: RoomCaller, before = MAX_ID) {
  const [row] = await pageStatement.run(db, { ...caller, before })
  if (!row) throw roomNotFound()
  const page = row.messages.slice(0, MESSAGES_PAGE_SIZE)
  const last = row.messages.length > page.length ? page.at(-1) : undefined
  return { messages: page.map(({ json }) => json), next: last?._id }
}

export const pageStatement = prepareStatement<RoomRange, { messages: MessageJson[] }>(
  (placeholder) =>
    toCompilable(sql`
    select ${aggregateMessages(sql`
      room_messages_before(place.room_id, place.from_id, ${placeholder('before')}, ${sql.lit(MESSAGES_PAGE_SIZE + 1)})`)} as messages
    ${fromPlace(placeholder('memberId'), placeholder('roomId'))}`),
)

/** What changed after `since`, a time of this server, or everything that the member may read. */
export async function syncRoom(db: Database, caller: RoomCaller, since: string | null) {
  const [row] = await changesStatement.run(db, { ...caller, since })
  if (!row) throw roomNotFound()
  const { lastStamp, changes, positions } = row
  const from = row.fromId === MIN_ID ? null : row.fromId
  if (since !== null && since > lastStamp) {
    // A time in the future comes from the client's own clock, so what it has is unknown: it gets the newest messages.
    const { messages } = await readRoomPage(db, caller)
    return { messages: messages.toReversed(), syncTime: lastStamp, hasMore: false, from, positions }
  }
  const page = changes.slice(0, SYNC_CHANGES_MAX)
  const hasMore = changes.length > page.length
  return {
    messages: page.map(({ json }) => json),
    syncTime: hasMore ? (page.at(-1)?.changedAt ?? lastStamp) : lastStamp,
    hasMore,
    from,
    positions,
  }
}

interface RoomChanges {
  fromId: string
  lastStamp: string
  changes: { changedAt: string; json: string }[]
  positions: PositionRow[]
}

export const changesStatement = prepareStatement<
  RoomCaller & { since: string | null },
  RoomChanges
>((placeholder) =>
  toCompilable(sql`
    select place.from_id as "fromId", ${isoTime(sql.ref('room.last_stamp'))} as "lastStamp", coalesce((
      select json_agg(json_build_object('changedAt', ${isoTime(sql.ref('message.changed_at'))}, 'json', ${roomMessageJson}::text)
        order by message.changed_at)
      from changes_since(place.room_id, ${placeholder('since')}, place.from_id, ${sql.lit(SYNC_CHANGES_MAX + 1)}) as message
      ${joinSender}), '[]') as changes, (${selectPositions(placeholder('memberId'))}) as positions
    ${fromPlace(placeholder('memberId'), placeholder('roomId'))}`),
)

/** The messages before a message that contain a text, ignoring case; `next` is where an incomplete search goes on. */
export async function searchRoom(
  db: Database,
  caller: RoomCaller,
  { text, before = MAX_ID }: { text: string; before?: string | undefined },
) {
  const [row] = await searchStatement.run(db, { ...caller, before, text })
  if (!row) throw roomNotFound()
  const { matches, count, oldest } = row
  const page = matches.slice(0, MATCHES_MAX)
  const isComplete = matches.length === page.length && count < SCANNED_MESSAGES_MAX
  const stoppedAt = matches.length > page.length ? page.at(-1)?._id : oldest
  return {
    messages: page.map(({ json }) => json),
    next: isComplete ? null : (stoppedAt ?? null),
  }
}

interface SearchRow {
  matches: MessageJson[]
  count: number
  oldest: string | null
}

export const searchStatement = prepareStatement<RoomRange & { text: string }, SearchRow>(
  (placeholder) =>
    toCompilable(sql`
    with place as materialized (
      select place.room_id, place.from_id ${fromPlace(placeholder('memberId'), placeholder('roomId'))}),
    scanned as materialized (
      select message.* from place cross join lateral room_messages_before(
        place.room_id, place.from_id, ${placeholder('before')}, ${sql.lit(SCANNED_MESSAGES_MAX)}) as message)
    select
      (select count(*)::integer from scanned) as count,
      (select id from scanned order by id limit 1) as oldest,
      ${aggregateMessages(sql`(
        select * from scanned
        where num_nonnulls(line, deleted_at, hidden_at) = 0 and ${containsText(placeholder('text'))}
        order by id desc limit ${sql.lit(MATCHES_MAX + 1)})`)} as matches
    from place`),
)
