import { sql } from 'kysely'
import type { Session } from '../../http/session.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { enqueueJob } from '../../jobs/enqueue-job.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { accountDeletedMail } from './mails.ts'
import { verifyPassword } from './passwords.ts'
import { selectOwnAccount } from './queries.ts'
import { digestUsername } from './usernames.ts'

const USERNAME_RETIRED_DAYS = 90
export const DELETE_MEMBER_JOB = 'delete-member'

/** Deletes the account and its sessions at once; a job deletes the rest of the member's data. */
export async function deleteAccount(
  deps: Deps,
  memberId: string,
  session: Session,
  password: string | undefined,
): Promise<void> {
  const { db, config, mailer } = deps
  const account = await selectOwnAccount(db, memberId)
  if (
    account.passwordHash !== null &&
    !(await verifyPassword(account.passwordHash, password ?? ''))
  ) {
    throw new Refusal('invalid-input', 'Incorrect password', {
      fields: { password: 'Incorrect password' },
    })
  }
  await db.transaction().execute(async (tx) => {
    if (account.passwordHash === null) {
      // The grant works once: of two concurrent calls, one updates no row and is refused.
      const { numUpdatedRows } = await tx
        .updateTable('sessions')
        .set({ deletion_granted_until: null })
        .where('id', '=', session.id)
        .where('deletion_granted_until', '>', sql<string>`now()`)
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        throw new Refusal('forbidden', 'Please sign in with Google again first')
    }
    await enqueueMail(tx, mailer, {
      key: `account-deleted ${memberId}`,
      to: account.email,
      template: accountDeletedMail,
      data: { firstName: account.firstName },
    })
    await tx
      .insertInto('retired_usernames')
      .values({
        digest: digestUsername(config.SECRET, account.username),
        until: sql`now() + make_interval(days => ${USERNAME_RETIRED_DAYS})`,
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
    await enqueueJob(tx, DELETE_MEMBER_JOB, { memberId }, `${DELETE_MEMBER_JOB} ${memberId}`)
  })
}
