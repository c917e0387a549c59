import { sendMessageStatement } from '@dolph/api/features/messaging/sending/insert-message'
import { visiblePictureStatement } from '@dolph/api/features/messaging/pictures/find-visible-picture'
import { changesStatement } from '@dolph/api/features/rooms/room-messages'
import { roomListStatement } from '@dolph/api/features/rooms/room-queries'
import { insertRoomMessageStatement } from '@dolph/api/features/rooms/send-room-message'
import { openDatabase } from '@dolph/api/platform/db/database'
import { MAX_ID } from '@dolph/api/platform/db/id-bounds'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import type pg from 'pg'
import { startApi } from '../api-server.ts'
import { runPgbench, runWrk, startServer } from '../benchmark-tools.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { isShort } from '../is-short.ts'
import { MESSAGE_TEXT } from '../live/message-sender.ts'
import { connectRooms } from '../live/room-sender.ts'
import { CONCURRENT_MESSAGES } from '../live/send-rates.ts'
import { loadRooms, type LoadedRoom, type RoomReader } from '../load/load-rooms.ts'
import { measureRounds, printSummary } from '../measure-rounds.ts'
import { prepareMemberCall } from '../member-call.ts'
import { percentile } from '../percentile.ts'
import { arrayElementSql, inlineParameters } from '../pgbench-sql.ts'
import { printLine } from '../print-line.ts'

const HELLO_SERVER_ENTRY = new URL('../hello-server.ts', import.meta.url).pathname
const ROOM_COUNT = isShort ? 10 : 40
const DATABASE_URL = `${BENCH_DATABASE_URL}_rooms`
const ROUND_SECONDS = 4
const WARM_UP_SECONDS = isShort ? 2 : 8
const STEADY_RATE_PER_SECOND = 20
const STEADY_SECONDS = isShort ? 5 : 30

/**
 * Compares messages to rooms of fifty, whose members have sockets at two API processes, with PostgreSQL running the same statement, and
 * that with the statement of a message between two; then the list of rooms and the sync over HTTP with PostgreSQL.
 */
export async function benchmarkRoom(): Promise<void> {
  await recreateDatabase(DATABASE_URL)
  await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const { rooms, readers } = await loadRooms(db, 2 * ROOM_COUNT)
  await using firstApi = await startApi({ DATABASE_URL })
  await using secondApi = await startApi({ DATABASE_URL })
  const urls: [string, string] = [firstApi.url, secondApi.url]
  const figures = await measureSending(rooms, urls)
  const reading = await measureReading(readers, firstApi.url)
  const pictures = await measurePictures(await insertPictures(db, readers), firstApi.url)
  printSummary({ ...figures, ...reading, ...pictures })
}

async function measureSending(rooms: LoadedRoom[], urls: [string, string]) {
  const connected = rooms.slice(0, ROOM_COUNT)
  // pgbench stores into rooms without sockets: the API would find its messages and deliver them.
  const unconnected = rooms.slice(ROOM_COUNT)
  using sender = await connectRooms(connected, { urls, database: DATABASE_URL })
  await sender.measureThroughput(WARM_UP_SECONDS)
  const runScript = (script: string) => () =>
    runPgbench(script, { clients: CONCURRENT_MESSAGES, databaseUrl: DATABASE_URL })
  const rates = await measureRounds({
    'pgbench, insert_message': runScript(buildMessageScript(unconnected)),
    'pgbench, insert_room_message': runScript(buildRoomMessageScript(unconnected)),
    'to everybody in the room': () => sender.measureThroughput(ROUND_SECONDS),
  })
  const latencies = await sender.measureLatencies(STEADY_RATE_PER_SECOND, STEADY_SECONDS)
  printLine(
    `${latencies.length} messages at ${STEADY_RATE_PER_SECOND} per second, p50 ${percentile(latencies, 0.5).toFixed(1)} ms`,
  )
  return {
    'room/pgbench': rates['to everybody in the room'] / rates['pgbench, insert_room_message'],
    'statement/insert_message':
      rates['pgbench, insert_room_message'] / rates['pgbench, insert_message'],
    p99: percentile(latencies, 0.99),
  }
}

async function measureReading(readers: RoomReader[], url: string) {
  const list = await prepareMemberCall(
    readers,
    {
      path: () => '/api/rooms',
      statements: (select) => [
        inlineParameters(roomListStatement, {
          memberId: select('memberId', 'uuid'),
          before: `'${MAX_ID}'`,
        }),
      ],
    },
    DATABASE_URL,
  )
  const sync = await prepareMemberCall(
    readers,
    {
      path: ({ roomId, since }) => `/api/rooms/${roomId}/sync?lastSyncTime=${since}`,
      statements: (select) => [
        inlineParameters(changesStatement, {
          memberId: select('memberId', 'uuid'),
          roomId: select('roomId', 'uuid'),
          since: select('since', 'timestamptz'),
        }),
      ],
    },
    DATABASE_URL,
  )
  for (const { lua } of [list, sync]) await runWrk(url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    'pgbench, list': () => runPgbench(list.script, { databaseUrl: DATABASE_URL }),
    'list over HTTP': () => runWrk(url, { lua: list.lua }),
    'pgbench, sync': () => runPgbench(sync.script, { databaseUrl: DATABASE_URL }),
    'sync over HTTP': () => runWrk(url, { lua: sync.lua }),
  })
  return {
    'list/pgbench': rates['list over HTTP'] / rates['pgbench, list'],
    'sync/pgbench': rates['sync over HTTP'] / rates['pgbench, sync'],
  }
}

interface PictureReader {
  memberId: string
  key: string
}

/** A picture of the newest message of each reader's room. */
async function insertPictures(
  { pool }: { pool: pg.Pool },
  readers: RoomReader[],
): Promise<PictureReader[]> {
  const { rows } = await pool.query<PictureReader>(
    `with picture as (
       insert into message_pictures (key, member_id, message_id, width, height, stored_at)
       select translate(encode(sha256((random()::text || reader)::bytea), 'base64'), '+/=', '-_'), reader, last_message_id, 2, 2, now()
       from unnest($1::uuid[], $2::uuid[]) as sample (reader, room) join rooms on rooms.id = room
       returning key, member_id)
     select member_id as "memberId", key from picture`,
    [readers.map(({ memberId }) => memberId), readers.map(({ roomId }) => roomId)],
  )
  await pool.query('vacuum analyze message_pictures')
  return rows
}

/** A browser has each picture, and asks whether its member may still see it. */
async function measurePictures(pictures: PictureReader[], url: string) {
  await using hello = await startServer(HELLO_SERVER_ENTRY, {})
  const { lua, script } = await prepareMemberCall(
    pictures,
    {
      path: ({ key }) => `/api/messages/pictures/${key}/2x2.webp`,
      headers: ({ key }) => ({ 'if-none-match': `\\"${key}-2x2.webp\\"` }),
      statements: (select) => [
        inlineParameters(visiblePictureStatement, {
          memberId: select('memberId', 'uuid'),
          key: select('key', 'text'),
        }),
      ],
    },
    DATABASE_URL,
  )
  await runWrk(url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    'pgbench, session and picture, one client': () =>
      runPgbench(script, { databaseUrl: DATABASE_URL, clients: 1 }),
    'picture not modified': () => runWrk(url, { lua }),
    'fastify hello': () => runWrk(`${hello.url}/healthz`),
  })
  return {
    picture_check_ms: 1_000 / rates['pgbench, session and picture, one client'],
    '304/hello': rates['picture not modified'] / rates['fastify hello'],
  }
}

const NO_TEXTS = "'{}'::text[]"

const MESSAGE_SQL = {
  content: `'${MESSAGE_TEXT}'`,
  tempId: `('temp-' || gen_random_uuid())`,
}

function buildRoomMessageScript(rooms: LoadedRoom[]): string {
  return buildScript(
    rooms,
    inlineParameters(insertRoomMessageStatement, {
      ...MESSAGE_SQL,
      names: [NO_TEXTS],
      pictureKeys: [NO_TEXTS],
      ...{ isMarkdown: false, replyTo: null, linkedPost: null, linkedRole: null },
      memberId: selectMember(rooms, 0),
      roomId: arrayElementSql(
        rooms.map(({ roomId }) => roomId),
        'uuid',
      ),
    }),
  )
}

/** From the author of each room to the next member: as many conversations as rooms, so that as many messages wait for a lock. */
function buildMessageScript(rooms: LoadedRoom[]): string {
  return buildScript(
    rooms,
    inlineParameters(sendMessageStatement, {
      ...MESSAGE_SQL,
      memberId: selectMember(rooms, 0),
      peerId: selectMember(rooms, 1),
      mayStartConversation: 'false' as unknown as boolean,
    }),
  )
}

function selectMember(rooms: LoadedRoom[], nth: number): string {
  return arrayElementSql(
    rooms.map(({ memberIds }) => memberIds[nth] ?? ''),
    'uuid',
  )
}

function buildScript({ length }: LoadedRoom[], statement: string): string {
  return `\\set nth random(1, ${length})\n${statement};`
}
