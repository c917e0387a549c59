import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RepeatErasure } from '../../../privacy/erasures/repeat-erasure.ts'
import { insertEvent } from '../../../platform/events/insert-event.ts'
import { deletePasskeys } from '../passkeys/passkeys.ts'
import { deleteSessions } from '../sign-in/sessions.ts'
import { digestUsername } from '../sign-up/usernames.ts'

const USERNAME_RETIRED_DAYS = 90

/** Deletes the account, its sessions and its passkeys and retires the username; the event lets a job delete the rest of the member's data. */
export async function endAccount(
  tx: Queryable,
  secret: string,
  { memberId, username }: { memberId: string; username: string },
): Promise<void> {
  await retireUsername(tx, secret, username)
  await tx.deleteFrom('accounts').where('member_id', '=', memberId).execute()
  await deleteSessions(tx, memberId)
  await tx.deleteFrom('totp').where('member_id', '=', memberId).execute()
  await deletePasskeys(tx, memberId)
  await tx
    .updateTable('members')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', memberId)
    .execute()
  await insertEvent(tx, 'member.deleted', { subjectId: memberId, actorId: memberId, data: {} })
}

/** Keeps others from taking a name that members still know as that of its former owner. */
export async function retireUsername(
  tx: Queryable,
  secret: string,
  username: string,
): Promise<void> {
  await tx
    .insertInto('retired_usernames')
    .values({
      digest: digestUsername(secret, username),
      until: sql`now() + make_interval(days => ${USERNAME_RETIRED_DAYS})`,
    })
    .onConflict((conflict) =>
      conflict
        .column('digest')
        .doUpdateSet((retired) => ({ until: retired.ref('excluded.until') })),
    )
    .execute()
}

/** Ends the account once more. No mail is sent: the first time sent it. */
export const repeatAccountErasure: RepeatErasure = async (tx, memberId, { config }) => {
  const member = await tx
    .selectFrom('members')
    .select('username')
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (member) await endAccount(tx, config.SECRET, { memberId, username: member.username })
}
