import { profileStatement } from '@dolph/api/features/profiles/queries'
import { inlineParameters } from '../pgbench-sql.ts'
import { benchmarkMemberRead } from './member-read-benchmark.ts'

/** Members read each other's profiles. */
export async function benchmarkProfile(): Promise<void> {
  const statement = inlineParameters(profileStatement, { name: `('member_' || :nth)` })
  await benchmarkMemberRead({ name: 'profile', path: '/api/profile/user/', statement })
}
