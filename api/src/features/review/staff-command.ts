import type { Database } from '../../db/database.ts'
import { grantRole, revokeRole, selectStaff } from './staff.ts'

const USAGE = `Usage:
  pnpm staff grant <username> moderator|admin
  pnpm staff revoke <username>
  pnpm staff list`

/** Runs a command of the operator and returns what it prints; throws if it cannot. */
export async function runStaffCommand(
  db: Database,
  [command, username, role]: string[],
): Promise<string> {
  if (command === 'list') {
    const staff = await selectStaff(db)
    return staff.map((each) => `${each.username} ${each.role} since ${each.grantedAt}`).join('\n')
  }
  if (command === 'grant' && username && (role === 'moderator' || role === 'admin')) {
    await grantRole(db, username, role)
    return `${username} is ${role === 'admin' ? 'an admin' : 'a moderator'}`
  }
  if (command === 'revoke' && username) {
    await revokeRole(db, username)
    return `${username} has no role any more`
  }
  throw new Error(USAGE)
}
