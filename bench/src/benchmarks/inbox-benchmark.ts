import { prepareConversationList } from '@dolph/api/features/messaging/conversations/conversation-list-queries'
import {
  changesStatement,
  conversationMessagesStatement,
} from '@dolph/api/features/messaging/conversations/conversation-queries'
import { MAX_ID } from '@dolph/api/platform/db/id-bounds'
import { startApi } from '../api-server.ts'
import { sampleConversations } from '../conversation-samples.ts'
import { runPgbench, runWrk } from '../benchmark-tools.ts'
import { prepareMemberCall } from '../member-call.ts'
import { inlineParameters } from '../pgbench-sql.ts'
import { printSummary, measureRounds } from '../measure-rounds.ts'

const WARM_UP_SECONDS = 5

/** Compares reading conversations over HTTP with PostgreSQL running the same statements. */
export async function benchmarkInbox(): Promise<void> {
  const { members, threads } = await sampleConversations(400)
  await using api = await startApi()
  const calls = {
    list: await prepareMemberCall(members, {
      path: () => '/api/messages/conversations',
      statements: (select) => [
        inlineParameters(conversationListStatement, {
          memberId: select('memberId', 'uuid'),
          before: `'${MAX_ID}'`,
        }),
      ],
    }),
    // The unread count has no endpoint of its own: it is measured with the shortest list.
    unread: await prepareMemberCall(members, {
      path: () => '/api/messages/conversations?limit=1',
      statements: (select) => [
        inlineParameters(conversationListStatement, {
          memberId: select('memberId', 'uuid'),
          before: `'${MAX_ID}'`,
        }),
      ],
    }),
    thread: await prepareMemberCall(threads, {
      path: ({ peerId }) => `/api/messages?conversationWith=${peerId}`,
      statements: (select) => [
        inlineParameters(conversationMessagesStatement, {
          memberId: select('memberId', 'uuid'),
          peerId: select('peerId', 'uuid'),
          before: `'${MAX_ID}'`,
        }),
      ],
    }),
    sync: await prepareMemberCall(threads, {
      path: ({ peerId, since }) =>
        `/api/messages/sync?conversationWith=${peerId}&lastSyncTime=${since}`,
      statements: (select) => [
        inlineParameters(changesStatement, {
          memberId: select('memberId', 'uuid'),
          peerId: select('peerId', 'uuid'),
          since: select('since', 'timestamptz'),
        }),
      ],
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
