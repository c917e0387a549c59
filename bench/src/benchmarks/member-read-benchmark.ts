import { startApi } from '../api-server.ts'
import { countMembers } from '../database.ts'
import { runPgbench, runWrk } from '../benchmark-tools.ts'
import { buildLuaHeaders, buildSessionStatements, signInBenchMembers } from '../bench-members.ts'
import { printSummary, measureRounds } from '../measure-rounds.ts'

const WARM_UP_SECONDS = 10

interface MemberReadOptions {
  name: string
  /** The path of the call; a member's username is appended. */
  path: string
  /** The statement that the call runs; `:nth` is the number in the member's username. */
  statement: string
  /** The highest member number to use. */
  memberNumberMax?: number
}

/**
 * Compares a call about random members over HTTP with PostgreSQL running the same two statements: reading the session and the
 * statement of the call. The second statement is also measured alone.
 */
export async function benchmarkMemberRead({
  name,
  path,
  statement,
  memberNumberMax = Infinity,
}: MemberReadOptions): Promise<void> {
  const last = Math.min((await countMembers()) - 1, memberNumberMax)
  await using api = await startApi()
  const members = await signInBenchMembers(api.url)
  const lua = `
${buildLuaHeaders(members)}
request = function()
  return wrk.format("GET", "${path}member_" .. math.random(0, ${last}), headers[math.random(#headers)])
end`
  const chooseMember = `\\set nth random(0, ${last})`
  const bothStatements = buildSessionStatements(members).map(
    (readSession) => `${chooseMember}\n${readSession}\n${statement};`,
  )

  await runWrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    'pgbench, call statement': () => runPgbench(`${chooseMember}\n${statement};`),
    'pgbench, both statements': () => runPgbench(bothStatements),
    'over HTTP': () => runWrk(api.url, { lua }),
  })
  printSummary({
    [`${name}/asked-alone`]: rates['over HTTP'] / rates['pgbench, call statement'],
    [`${name}/pgbench`]: rates['over HTTP'] / rates['pgbench, both statements'],
  })
}
