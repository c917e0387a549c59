import { profileStatement } from '@dolph/api/features/profiles/queries'
import { fill } from './fill.ts'
import { memberRead } from './member-read.ts'

/** Members read each other's profiles. */
export async function profile(): Promise<void> {
  const statement = fill(profileStatement, { name: `('member_' || :nth)` })
  await memberRead({ name: 'profile', path: '/api/profile/user/', statement })
}
