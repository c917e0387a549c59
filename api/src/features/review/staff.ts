import type { Database } from '../../platform/db/database.ts'
import type { Role } from '../../platform/http/staff-role.ts'
import { insertAuditEntry } from './audit-log.ts'

/** Gives a member a role, or another one. Throws unless the account has a password, with which staff proves each action. */
export async function grantRole(
  db: Database,
  username: string,
  role: Role,
  operator: string,
): Promise<void> {
  const member = await findMember(db, username)
  if (!member.hasPassword)
    throw new Error(`${member.username} signs in without a password: staff needs one`)
  const { id } = member
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('staff')
      .values({ member_id: id, role })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ role }))
      .execute()
    await insertAuditEntry(tx, {
      actorId: null,
      memberId: id,
      action: 'staff.granted',
      subject: 'staff',
      details: { role, operator },
    })
  })
}

/** Ends the role of a member. Throws if there is none. */
export async function revokeRole(db: Database, username: string, operator: string): Promise<void> {
  const { id, username: name } = await findMember(db, username)
  await db.transaction().execute(async (tx) => {
    const revoked = await tx
      .deleteFrom('staff')
      .where('member_id', '=', id)
      .returning('role')
      .executeTakeFirst()
    if (!revoked) throw new Error(`${name} has no role`)
    await insertAuditEntry(tx, {
      actorId: null,
      memberId: id,
      action: 'staff.revoked',
      subject: 'staff',
      details: { role: revoked.role, operator },
    })
  })
}

/** The members with a role, by name. */
export async function selectStaff(db: Database) {
  return db
    .selectFrom('staff')
    .innerJoin('members', 'members.id', 'staff.member_id')
    .select(['username', 'role', 'granted_at as grantedAt'])
    .where('members.deleted_at', 'is', null)
    .orderBy('username')
    .execute()
}

/** Only verified members have an account. */
async function findMember(db: Database, username: string) {
  const member = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.member_id', 'members.id')
    .select(['id', 'username'])
    .select((from) => from('password_hash', 'is not', null).as('hasPassword'))
    .where((from) => from(from.fn('lower', ['username']), '=', username.toLowerCase()))
    .where('members.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new Error(`There is no member ${username}`)
  return member
}
