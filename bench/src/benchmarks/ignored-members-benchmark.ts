import { readFile } from 'node:fs/promises'
import { openDatabase, type Database } from '@dolph/api/platform/db/database'
import { sendMessageStatement } from '@dolph/api/features/messaging/sending/insert-message'
import { encodePostCursor } from '@dolph/api/features/posts/feed/post-cursor'
import { getLowestPostIdAt } from '@dolph/api/features/posts/post-ids'
import { startApi } from '../api-server.ts'
import { benchMemberIdSql, buildLuaHeaders, signInBenchMembers } from '../bench-members.ts'
import { runPgbench, runWrk, writeTemporaryFile } from '../benchmark-tools.ts'
import { sampleMemberPairs } from '../conversation-samples.ts'
import { BENCH_DATABASE_URL, readPostTimeRange } from '../database.ts'
import { measureRounds, printSummary } from '../measure-rounds.ts'
import { arrayElementSql, inlineParameters } from '../pgbench-sql.ts'

const INSERT_MESSAGE_FILE = new URL(
  '../../../api/src/features/messaging/sql/insert_message.sql',
  import.meta.url,
)
const UNCHECKED = 'insert_message_unchecked'
const UNCHECKED_LOOKUP = 'select false, false into is_limited, has_ignored from members as peer\n'
const CURSOR_COUNT = 100_000
const IGNORED_MEMBERS = 1_000
/** Their ignored members fit into the cache of a process, as those of the few who ignore so many do. */
const IGNORING_MEMBERS = 100
const PAIR_COUNT = 400
const PGBENCH_CLIENTS = 32
const WARM_UP_SECONDS = 10

/**
 * Compares pages of the feed for members who hid 1,000 authors with those for members who hid nobody, and `insert_message` with
 * the same function without its checks for blocks and limits.
 */
export async function benchmarkIgnoredMembers(): Promise<void> {
  await using db = openDatabase(BENCH_DATABASE_URL, { statementTimeoutMs: 0 })
  const { first, last } = await readPostTimeRange()
  const pairs = await sampleMemberPairs(PAIR_COUNT)
  await using api = await startApi()
  const members = await signInBenchMembers(api.url)
  await ignoreAuthors(db)
  await createUncheckedFunction(db)
  const cursors = await writeCursors(first, last)
  const [ignoring, open] = [
    members.slice(0, IGNORING_MEMBERS),
    members.slice(-IGNORING_MEMBERS),
  ].map((group) => buildPagesScript(group, cursors))

  for (const lua of [ignoring, open]) {
    if (lua) await runWrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  }
  const rates = await measureRounds({
    'feed, nobody ignored': () => runWrk(api.url, { lua: open ?? '' }),
    'feed, 1,000 ignored': () => runWrk(api.url, { lua: ignoring ?? '' }),
    'send, unchecked': () =>
      runPgbench(buildSendScript(pairs, UNCHECKED), { clients: PGBENCH_CLIENTS }),
    'send, checked': () =>
      runPgbench(buildSendScript(pairs, 'insert_message'), { clients: PGBENCH_CLIENTS }),
  })
  await db.pool.query(`drop function ${UNCHECKED}`)
  printSummary({
    'feed-ignored/feed': rates['feed, 1,000 ignored'] / rates['feed, nobody ignored'],
    'send/unchecked': rates['send, checked'] / rates['send, unchecked'],
  })
}

/** The first bench members block 1,000 authors each, starting at another one. */
async function ignoreAuthors({ pool }: Database): Promise<void> {
  await pool.query(`
    with authors as (
      select id, row_number() over (order by id) - 1 as nth, count(*) over () as total
      from members where username like 'member\\_%')
    insert into blocks (member_id, other_id)
    select ${benchMemberIdSql('bench.nth')}, authors.id
    from generate_series(1, ${IGNORING_MEMBERS}) as bench (nth)
    join authors on (authors.nth + bench.nth * 17) % authors.total < ${IGNORED_MEMBERS}
    on conflict do nothing`)
  await pool.query(`
    update members set ignored_changes = 1
    where id in (select ${benchMemberIdSql('nth')} from generate_series(1, ${IGNORING_MEMBERS}) as nth)`)
  await pool.query('vacuum analyze blocks')
}

/** The text of the function without the two lookups. Throws if they are no longer found in it. */
async function createUncheckedFunction({ pool }: Database): Promise<void> {
  const text = await readFile(INSERT_MESSAGE_FILE, 'utf8')
  const unchecked = text
    .replace('function insert_message(', `function ${UNCHECKED}(`)
    .replace(/select greatest\(.*? on author\.id = sender\n/s, UNCHECKED_LOOKUP)
    .replace('is_limited or (has_ignored and is_blocked(sender, recipient))', 'false')
  if (unchecked.includes('is_blocked(') || unchecked.includes('suspended_until'))
    throw new Error('insert_message.sql has changed: its checks were not removed')
  await pool.query(unchecked)
}

async function writeCursors(first: number, last: number): Promise<string> {
  const cursors = Array.from({ length: CURSOR_COUNT }, () => {
    const ms = Math.floor(first + Math.random() * (last - first))
    return encodePostCursor({ _id: getLowestPostIdAt(ms), likes: null })
  })
  return writeTemporaryFile('cursors.txt', cursors.join('\n'))
}

/** A wrk script that requests random pages of the feed as random members. */
function buildPagesScript(members: Record<string, string>[], cursorsFile: string): string {
  return `
${buildLuaHeaders(members)}
local cursors = {}
for line in io.lines("${cursorsFile}") do cursors[#cursors + 1] = line end
request = function()
  return wrk.format("GET", "/api/posts/browse?cursor=" .. cursors[math.random(#cursors)], headers[math.random(#headers)])
end`
}

function buildSendScript(pairs: [string, string][], functionName: string): string {
  const statement = inlineParameters(sendMessageStatement, {
    memberId: arrayElementSql(
      pairs.map(([sender]) => sender),
      'uuid',
    ),
    peerId: arrayElementSql(
      pairs.map(([, peer]) => peer),
      'uuid',
    ),
    content: `'a message of about ten words, as most of them are'`,
    tempId: `('temp-' || gen_random_uuid())`,
    mayStartConversation: 'false' as unknown as boolean,
  })
  return `\\set nth random(1, ${pairs.length})\n${statement.replace('insert_message(', `${functionName}(`)};`
}
