import { peopleStatement } from '@dolph/api/features/people/search-people'
import { inlineParameters } from '../pgbench-sql.ts'
import { benchmarkMemberRead } from './member-read-benchmark.ts'
import { benchMemberIdSql } from '../bench-members.ts'

/** Usernames up to this number are prefixes of many others, so a search returns a full page. */
const SHORT_NAME_MAX = 1_999

/** Members search for each other by the start of a username. */
export async function benchmarkPeopleSearch(): Promise<void> {
  const statement = inlineParameters(peopleStatement, {
    callerId: benchMemberIdSql('1'),
    start: `('member_' || :nth)`,
    end: `('member_' || :nth || chr(1114111))`,
  })
  await benchmarkMemberRead({
    name: 'people-search',
    path: '/api/users/search?username=',
    statement,
    memberNumberMax: SHORT_NAME_MAX,
  })
}
