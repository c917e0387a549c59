import { sql } from 'kysely'
import type { Session } from '../../http/session.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { postMail } from '../../mail/outbox.ts'
import { accountDeletedMail } from './mails.ts'
import { isPassword } from './passwords.ts'
import { selectOwnAccount } from './queries.ts'
import { usernameDigest } from './usernames.ts'

const NAME_RETIRED_DAYS = 90
export const DELETE_MEMBER = 'delete-member'

/** Ends the account at once and for good; a job takes away what the member left behind. */
export async function deleteAccount(
  deps: Deps,
  memberId: string,
  session: Session,
  password: string | undefined,
): Promise<void> {
  const { db, config, mailer } = deps
  const account = await selectOwnAccount(db, memberId)
  if (account.passwordHash !== null && !(await isPassword(account.passwordHash, password ?? ''))) {
    throw new Refusal('invalid-input', 'Incorrect password', {
      fields: { password: 'Incorrect password' },
    })
  }
  await db.transaction().execute(async (tx) => {
    if (account.passwordHash === null) {
      // The grant works once: of two calls at the same moment, one finds it gone.
      const { numUpdatedRows } = await tx
        .updateTable('sessions')
        .set({ deletion_granted_until: null })
        .where('id', '=', session.id)
        .where('deletion_granted_until', '>', sql<string>`now()`)
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        throw new Refusal('forbidden', 'Please sign in with Google again first')
    }
    await postMail(tx, mailer, {
      key: `account-deleted ${memberId}`,
      to: account.email,
      template: accountDeletedMail,
      data: { firstName: account.firstName },
    })
    await tx
      .insertInto('retired_usernames')
      .values({
        digest: usernameDigest(config.SECRET, account.username),
        until: sql`now() + make_interval(days => ${NAME_RETIRED_DAYS})`,
      })
      .onConflict((conflict) =>
        conflict
          .column('digest')
          .doUpdateSet((retired) => ({ until: retired.ref('excluded.until') })),
      )
      .execute()
    await tx.deleteFrom('accounts').where('member_id', '=', memberId).execute()
    await tx.deleteFrom('sessions').where('member_id', '=', memberId).execute()
    await tx
      .updateTable('members')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', memberId)
      .execute()
    await enqueue(tx, DELETE_MEMBER, { memberId }, `${DELETE_MEMBER} ${memberId}`)
  })
}
