import { startApi } from './api.ts'
import { countMembers } from './database.ts'
import { pgbench, wrk } from './engines.ts'
import { luaHeaders, recognising, signedIn } from './members.ts'
import { conclude, inRounds } from './rounds.ts'

const WARM_UP_SECONDS = 10

interface Read {
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
export async function memberRead({ name, path, statement, upTo = Infinity }: Read): Promise<void> {
  const last = Math.min((await countMembers()) - 1, upTo)
  await using api = await startApi()
  const members = await signedIn(api.url)
  const lua = `
${luaHeaders(members)}
request = function()
  return wrk.format("GET", "${path}member_" .. math.random(0, ${last}), headers[math.random(#headers)])
end`
  const choose = `\\set nth random(0, ${last})`
  const both = recognising(members).map((recognise) => `${choose}\n${recognise}\n${statement};`)

  await wrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await inRounds({
    'pgbench, what is asked': () => pgbench(`${choose}\n${statement};`),
    'pgbench, both statements': () => pgbench(both),
    'over HTTP': () => wrk(api.url, { lua }),
  })
  conclude({
    [`${name}/asked-alone`]: rates['over HTTP'] / rates['pgbench, what is asked'],
    [`${name}/pgbench`]: rates['over HTTP'] / rates['pgbench, both statements'],
  })
}
