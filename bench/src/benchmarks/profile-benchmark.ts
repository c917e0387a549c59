import { profileStatement } from '@dolph/api/features/profiles/queries'
import { benchMemberIdSql } from '../bench-members.ts'
import { inlineParameters } from '../pgbench-sql.ts'
import { benchmarkMemberRead } from './member-read-benchmark.ts'

/** Members read each other's profiles. */
export async function benchmarkProfile(): Promise<void> {
  const statement = inlineParameters(profileStatement, {
    callerId: benchMemberIdSql('1'),
    name: `('member_' || :nth)`,
  })
  await benchmarkMemberRead({ name: 'profile', path: '/api/profile/user/', statement })
}
