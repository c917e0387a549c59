import { startApi } from './api-server.ts'
import { countMembers } from './database.ts'
import { runPgbench, runWrk } from './benchmark-tools.ts'
import { buildLuaHeaders, buildSessionStatements, signInBenchMembers } from './bench-members.ts'
import { printSummary, measureRounds } from './measure-rounds.ts'

const WARM_UP_SECONDS = 10

interface MemberReadOptions {
  name: string
  /** The call, but for the name of a member at its end. */
  path: string
  /** What the call asks PostgreSQL; `:nth` is the number in the member's name. */
  statement: string
  /** Only members up to this number, where a short name finds many. */
  upTo?: number
}

/**
 * A call that signed-in members make about members chosen at random, beside PostgreSQL running the same two
 * statements: who is calling, and what they ask. The second alone is shown too.
 */
export async function benchmarkMemberRead({
  name,
  path,
  statement,
  upTo = Infinity,
}: MemberReadOptions): Promise<void> {
  const last = Math.min((await countMembers()) - 1, upTo)
  await using api = await startApi()
  const members = await signInBenchMembers(api.url)
  const lua = `
${buildLuaHeaders(members)}
request = function()
  return wrk.format("GET", "${path}member_" .. math.random(0, ${last}), headers[math.random(#headers)])
end`
  const choose = `\\set nth random(0, ${last})`
  const both = buildSessionStatements(members).map(
    (recognise) => `${choose}\n${recognise}\n${statement};`,
  )

  await runWrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    'pgbench, what is asked': () => runPgbench(`${choose}\n${statement};`),
    'pgbench, both statements': () => runPgbench(both),
    'over HTTP': () => runWrk(api.url, { lua }),
  })
  printSummary({
    [`${name}/asked-alone`]: rates['over HTTP'] / rates['pgbench, what is asked'],
    [`${name}/pgbench`]: rates['over HTTP'] / rates['pgbench, both statements'],
  })
}
