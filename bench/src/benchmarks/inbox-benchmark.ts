import {
  prepareConversationList,
  unreadCountStatement,
} from '@dolph/api/features/messaging/conversations/conversation-list-queries'
import {
  changesStatement,
  conversationMessagesStatement,
} from '@dolph/api/features/messaging/conversations/conversation-queries'
import { MAX_ID } from '@dolph/api/features/messaging/message-json'
import { startApi } from '../api-server.ts'
import { sampleConversations, type ConversationSample } from '../conversation-samples.ts'
import { runPgbench, runWrk } from '../benchmark-tools.ts'
import { inlineParameters, arrayElementSql } from '../pgbench-sql.ts'
import {
  createSessionCookies,
  buildLuaHeaders,
  buildNthSessionStatement,
} from '../bench-members.ts'
import { printSummary, measureRounds } from '../measure-rounds.ts'

const WARM_UP_SECONDS = 5

/** Compares reading conversations over HTTP with PostgreSQL running the same statements. */
export async function benchmarkInbox(): Promise<void> {
  const { members, threads } = await sampleConversations(400)
  // The conversation list needs neither a peer nor a sync time.
  const memberSamples = members.map(({ memberId }) => ({ memberId, peerId: '', since: '' }))
  await using api = await startApi()
  const calls = {
    list: await prepareInboxCall(memberSamples, {
      path: () => '/api/messages/conversations',
      statements: ({ memberId }) => [
        inlineParameters(conversationListStatement, { memberId, before: `'${MAX_ID}'` }),
        inlineParameters(unreadCountStatement, { memberId }),
      ],
    }),
    // The unread count has no endpoint of its own: it is measured with the shortest list.
    unread: await prepareInboxCall(memberSamples, {
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
      statements: (sample) => [inlineParameters(changesStatement, sample)],
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

/** A page of twenty plus one row that tells whether another page follows. */
const conversationListStatement = prepareConversationList(21)

interface InboxCall {
  path: (sample: ConversationSample) => string
  /** The statements that the call runs after reading the session. */
  statements: (sample: ConversationSample) => string[]
}

/** Builds the wrk and the pgbench script for the same samples. */
async function prepareInboxCall(samples: ConversationSample[], { path, statements }: InboxCall) {
  const cookies = await createSessionCookies(samples.map(({ memberId }) => memberId))
  const headers = cookies.map((cookie) => ({ cookie }))
  const lua = `
${buildLuaHeaders(headers)}
local paths = {${samples.map((sample) => `"${path(sample)}"`).join()}}
request = function()
  local nth = math.random(#headers)
  return wrk.format("GET", paths[nth], headers[nth])
end`
  const callStatements = statements({
    memberId: arrayElementSql(
      samples.map(({ memberId }) => memberId),
      'uuid',
    ),
    peerId: arrayElementSql(
      samples.map(({ peerId }) => peerId),
      'uuid',
    ),
    // pgbench would read text after a colon as a variable.
    since: arrayElementSql(
      samples.map(({ since }) => since.replaceAll(/[-:]/g, '')),
      'timestamptz',
    ),
  })
  // One script for all samples: PostgreSQL plans a prepared statement five times before it may reuse a plan.
  const script = [
    `\\set nth random(1, ${samples.length})`,
    `${buildNthSessionStatement(cookies)};`,
    ...callStatements.map((statement) => `${statement};`),
  ]
  return { lua, script: script.join('\n') }
}
