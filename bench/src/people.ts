import { peopleStatement } from '@dolph/api/features/accounts/people'
import { fill } from './fill.ts'
import { memberRead } from './member-read.ts'
import { benchMember } from './members.ts'

/** Names as short as this are the beginning of many others, so a search finds its twenty. */
const SHORT_NAMES = 1_999

/** Members look for each other by the start of a name. */
export async function people(): Promise<void> {
  const statement = fill(peopleStatement, {
    callerId: benchMember('1'),
    start: `('member_' || :nth)`,
    end: `('member_' || :nth || '~')`,
  })
  await memberRead({
    name: 'people',
    path: '/api/users/search?username=',
    statement,
    upTo: SHORT_NAMES,
  })
}
