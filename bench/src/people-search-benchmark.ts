import { peopleStatement } from '@dolph/api/features/accounts/people'
import { inlineParameters } from './pgbench-sql.ts'
import { benchmarkMemberRead } from './member-read-benchmark.ts'
import { benchMemberIdSql } from './bench-members.ts'

/** Names as short as this are the beginning of many others, so a search finds its twenty. */
const SHORT_NAME_MAX = 1_999

/** Members look for each other by the start of a name. */
export async function benchmarkPeopleSearch(): Promise<void> {
  const statement = inlineParameters(peopleStatement, {
    callerId: benchMemberIdSql('1'),
    start: `('member_' || :nth)`,
    end: `('member_' || :nth || '~')`,
  })
  await benchmarkMemberRead({
    name: 'people',
    path: '/api/users/search?username=',
    statement,
    upTo: SHORT_NAME_MAX,
  })
}
