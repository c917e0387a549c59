import {
  changesStatement,
  conversationsOf,
  NEWEST,
  threadStatement,
  unreadStatement,
} from '@dolph/api/features/messaging/queries'
import { startApi } from './api.ts'
import { somePlaces, type Place } from './correspondents.ts'
import { pgbench, wrk } from './engines.ts'
import { fill, oneOf } from './fill.ts'
import { cookiesOf, luaHeaders, recognisingNth } from './members.ts'
import { conclude, inRounds } from './rounds.ts'

const WARM_UP_SECONDS = 5

/** Members read what was written to them, beside PostgreSQL running the same statements. */
export async function inbox(): Promise<void> {
  const { lists, threads } = await somePlaces(400)
  await using api = await startApi()
  const calls = {
    list: await reading(lists, {
      path: () => '/api/messages/conversations',
      statements: ({ memberId }) => [
        fill(list, { memberId, before: `'${NEWEST}'` }),
        fill(unreadStatement, { memberId }),
      ],
    }),
    // There is no call for it alone: it comes with the list, here with the shortest.
    unread: await reading(lists, {
      path: () => '/api/messages/conversations?limit=1',
      statements: ({ memberId }) => [
        fill(list, { memberId, before: `'${NEWEST}'` }),
        fill(unreadStatement, { memberId }),
      ],
    }),
    thread: await reading(threads, {
      path: ({ peerId }) => `/api/messages?conversationWith=${peerId}`,
      statements: ({ memberId, peerId }) => [
        fill(threadStatement, { memberId, peerId, before: `'${NEWEST}'` }),
      ],
    }),
    sync: await reading(threads, {
      path: ({ peerId, since }) =>
        `/api/messages/sync?conversationWith=${peerId}&lastSyncTime=${since}`,
      statements: (place) => [fill(changesStatement, place)],
    }),
  }

  for (const { lua } of Object.values(calls)) await wrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await inRounds({
    'pgbench, list': () => pgbench(calls.list.script),
    'list over HTTP': () => wrk(api.url, { lua: calls.list.lua }),
    'pgbench, thread': () => pgbench(calls.thread.script),
    'thread over HTTP': () => wrk(api.url, { lua: calls.thread.lua }),
    'pgbench, unread': () => pgbench(calls.unread.script),
    'unread over HTTP': () => wrk(api.url, { lua: calls.unread.lua }),
    'pgbench, sync': () => pgbench(calls.sync.script),
    'sync over HTTP': () => wrk(api.url, { lua: calls.sync.lua }),
  })
  conclude({
    'list/pgbench': rates['list over HTTP'] / rates['pgbench, list'],
    'thread/pgbench': rates['thread over HTTP'] / rates['pgbench, thread'],
    'unread/pgbench': rates['unread over HTTP'] / rates['pgbench, unread'],
    'sync/pgbench': rates['sync over HTTP'] / rates['pgbench, sync'],
  })
}

/** A page of twenty is looked up with one more, to know whether another follows. */
const list = conversationsOf(21)

interface Reading {
  path: (place: Place) => string
  /** What the call asks PostgreSQL after it knows who is calling. */
  statements: (place: Place) => string[]
}

/** The same places for wrk, whose callers ask for their own, and for pgbench. */
async function reading(places: Place[], { path, statements }: Reading) {
  const cookies = await cookiesOf(places.map(({ memberId }) => memberId))
  const callers = cookies.map((cookie) => ({ cookie }))
  const lua = `
${luaHeaders(callers)}
local paths = {${places.map((place) => `"${path(place)}"`).join()}}
request = function()
  local nth = math.random(#headers)
  return wrk.format("GET", paths[nth], headers[nth])
end`
  const asked = statements({
    memberId: oneOf(
      places.map(({ memberId }) => memberId),
      'uuid',
    ),
    peerId: oneOf(
      places.map(({ peerId }) => peerId),
      'uuid',
    ),
    // Without colons, which would be variables.
    since: oneOf(
      places.map(({ since }) => since.replaceAll(/[-:]/g, '')),
      'timestamptz',
    ),
  })
  // One script for all: PostgreSQL plans a statement five times before it settles on a plan.
  const script = [
    `\\set nth random(1, ${places.length})`,
    `${recognisingNth(cookies)};`,
    ...asked.map((statement) => `${statement};`),
  ]
  return { lua, script: script.join('\n') }
}
