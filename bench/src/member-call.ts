import { BENCH_DATABASE_URL } from './database.ts'
import { buildLuaHeaders, buildNthSessionStatement, createSessionCookies } from './bench-members.ts'
import { arrayElementSql } from './pgbench-sql.ts'

interface MemberCall<Sample> {
  path: (sample: Sample) => string
  /** Besides the cookie of the member. */
  headers?: (sample: Sample) => Record<string, string>
  /** The statements that the call runs after reading the session; `select` is SQL for a field of the sample that pgbench chose. */
  statements: (
    select: (field: keyof Sample, type: 'uuid' | 'timestamptz' | 'text') => string,
  ) => string[]
}

/** Builds the wrk and the pgbench script of a call that members make, for the same samples. */
export async function prepareMemberCall<
  Sample extends { memberId: string } & { [Field in keyof Sample]: string },
>(
  samples: Sample[],
  { path, headers: buildHeaders, statements }: MemberCall<Sample>,
  database = BENCH_DATABASE_URL,
): Promise<{ lua: string; script: string }> {
  const cookies = await createSessionCookies(
    samples.map(({ memberId }) => memberId),
    database,
  )
  const headers = samples.map((sample, index) => ({
    cookie: cookies[index] ?? '',
    ...buildHeaders?.(sample),
  }))
  const lua = `
${buildLuaHeaders(headers)}
local paths = {${samples.map((sample) => `"${path(sample)}"`).join()}}
request = function()
  local nth = math.random(#headers)
  return wrk.format("GET", paths[nth], headers[nth])
end`
  const callStatements = statements((field, type) => {
    const values = samples.map((sample) => sample[field])
    // pgbench would read text after a colon as a variable.
    return arrayElementSql(
      type === 'timestamptz' ? values.map((value) => value.replaceAll(/[-:]/g, '')) : values,
      type,
    )
  })
  // One script for all samples: PostgreSQL plans a prepared statement five times before it may reuse a plan.
  const script = [
    `\\set nth random(1, ${samples.length})`,
    `${buildNthSessionStatement(cookies)};`,
    ...callStatements.map((statement) => `${statement};`),
  ]
  return { lua, script: script.join('\n') }
}
