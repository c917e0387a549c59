import {
  changesStatement,
  prepareConversationList,
  MAX_ID,
  conversationMessagesStatement,
  unreadCountStatement,
} from '@dolph/api/features/messaging/queries'
import { startApi } from './api-server.ts'
import { sampleConversations, type ConversationSample } from './conversation-samples.ts'
import { runPgbench, runWrk } from './benchmark-tools.ts'
import { inlineParameters, arrayElementSql } from './pgbench-sql.ts'
import { createSessionCookies, buildLuaHeaders, buildNthSessionStatement } from './bench-members.ts'
import { printSummary, measureRounds } from './measure-rounds.ts'

const WARM_UP_SECONDS = 5

/** Members read what was written to them, beside PostgreSQL running the same statements. */
export async function benchmarkInbox(): Promise<void> {
  const { lists, threads } = await sampleConversations(400)
  await using api = await startApi()
  const calls = {
    list: await prepareInboxCall(lists, {
      path: () => '/api/messages/conversations',
      statements: ({ memberId }) => [
        inlineParameters(conversationListStatement, { memberId, before: `'${MAX_ID}'` }),
        inlineParameters(unreadCountStatement, { memberId }),
      ],
    }),
    // There is no call for it alone: it comes with the list, here with the shortest.
    unread: await prepareInboxCall(lists, {
      path: () => '/api/messages/conversations?limit=1',
      statements: ({ memberId }) => [
        inlineParameters(conversationListStatement, { memberId, before: `'${MAX_ID}'` }),
        inlineParameters(unreadCountStatement, { memberId }),
      ],
    }),
    thread: await prepareInboxCall(threads, {
      path: ({ peerId }) => `/api/messages?conversationWith=${peerId}`,
      statements: ({ memberId, peerId }) => [
        inlineParameters(conversationMessagesStatement, {
          memberId,
          peerId,
          before: `'${MAX_ID}'`,
        }),
      ],
    }),
    sync: await prepareInboxCall(threads, {
      path: ({ peerId, since }) =>
        `/api/messages/sync?conversationWith=${peerId}&lastSyncTime=${since}`,
      statements: (place) => [inlineParameters(changesStatement, place)],
    }),
  }

  for (const { lua } of Object.values(calls))
    await runWrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    'pgbench, list': () => runPgbench(calls.list.script),
    'list over HTTP': () => runWrk(api.url, { lua: calls.list.lua }),
    'pgbench, thread': () => runPgbench(calls.thread.script),
    'thread over HTTP': () => runWrk(api.url, { lua: calls.thread.lua }),
    'pgbench, unread': () => runPgbench(calls.unread.script),
    'unread over HTTP': () => runWrk(api.url, { lua: calls.unread.lua }),
    'pgbench, sync': () => runPgbench(calls.sync.script),
    'sync over HTTP': () => runWrk(api.url, { lua: calls.sync.lua }),
  })
  printSummary({
    'list/pgbench': rates['list over HTTP'] / rates['pgbench, list'],
    'thread/pgbench': rates['thread over HTTP'] / rates['pgbench, thread'],
    'unread/pgbench': rates['unread over HTTP'] / rates['pgbench, unread'],
    'sync/pgbench': rates['sync over HTTP'] / rates['pgbench, sync'],
  })
}

/** A page of twenty is looked up with one more, to know whether another follows. */
const conversationListStatement = prepareConversationList(21)

interface InboxCall {
  path: (place: ConversationSample) => string
  /** What the call asks PostgreSQL after it knows who is calling. */
  statements: (place: ConversationSample) => string[]
}

/** The same places for wrk, whose callers ask for their own, and for pgbench. */
async function prepareInboxCall(places: ConversationSample[], { path, statements }: InboxCall) {
  const cookies = await createSessionCookies(places.map(({ memberId }) => memberId))
  const callers = cookies.map((cookie) => ({ cookie }))
  const lua = `
${buildLuaHeaders(callers)}
local paths = {${places.map((place) => `"${path(place)}"`).join()}}
request = function()
  local nth = math.random(#headers)
  return wrk.format("GET", paths[nth], headers[nth])
end`
  const asked = statements({
    memberId: arrayElementSql(
      places.map(({ memberId }) => memberId),
      'uuid',
    ),
    peerId: arrayElementSql(
      places.map(({ peerId }) => peerId),
      'uuid',
    ),
    // Without colons, which would be variables.
    since: arrayElementSql(
      places.map(({ since }) => since.replaceAll(/[-:]/g, '')),
      'timestamptz',
    ),
  })
  // One script for all: PostgreSQL plans a statement five times before it settles on a plan.
  const script = [
    `\\set nth random(1, ${places.length})`,
    `${buildNthSessionStatement(cookies)};`,
    ...asked.map((statement) => `${statement};`),
  ]
  return { lua, script: script.join('\n') }
}
