import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember, requireSession } from '../../../platform/http/access.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { recordAccountEvent, recordFailure } from '../account-events.ts'
import { accountDeletedMail } from '../mails.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { lockAccountWithPassword, selectOwnAccount } from '../queries.ts'
import { requireProofCode } from '../sign-in/proof-code.ts'
import { requireOpenSession } from '../sign-in/sessions.ts'
import { isProvedByCode } from '../sign-in/sign-in-methods.ts'
import { endAccount } from './end-account.ts'

/** Deletes the account and its sessions at once; the event `member.deleted` lets a job delete the rest of the member's data. */
export async function deleteAccount(
  deps: Deps,
  request: FastifyRequest,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const { id: memberId } = requireMember(request)
  const { db, config, mailer } = deps
  const account = await selectOwnAccount(db, memberId)
  if (
    account.passwordHash !== null &&
    !(await verifyPassword(account.passwordHash, password ?? ''))
  ) {
    await recordFailure(db, request, { memberId, kind: 'proof-failed' })
    throw new Refusal('invalid-input', 'Incorrect password', {
      fields: { password: 'Incorrect password' },
    })
  }
  const byCode = isProvedByCode(account)
  if (byCode) await requireProofCode(deps, request, { purpose: 'delete-account', code: code ?? '' })
  await db.transaction().execute(async (tx) => {
    // Of two concurrent calls, the second finds no account. A change of the password since the check has ended this session.
    if (!(await lockAccountWithPassword(tx, memberId, account.passwordHash))) {
      throw new Refusal('not-signed-in', 'Please log in')
    }
    await requireOpenSession(tx, request)
    if (account.passwordHash === null && !byCode) {
      // The grant works once: of two concurrent calls, one updates no row and is refused.
      const { numUpdatedRows } = await tx
        .updateTable('sessions')
        .set({ deletion_granted_until: null })
        .where('id', '=', requireSession(request).id)
        .where('deletion_granted_until', '>', sql<string>`now()`)
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        throw new Refusal('forbidden', 'Please sign in with Google again first')
    }
    await enqueueDeletionMail(tx, mailer, account)
    await recordAccountEvent(tx, request, { memberId, kind: 'account-deleted' })
    await endAccount(tx, config.SECRET, { memberId, username: account.username })
  })
}

/** Tells the owner that the account is deleted. */
export async function enqueueDeletionMail(
  tx: Queryable,
  mailer: Mailer,
  { email, firstName }: { email: string; firstName: string },
): Promise<void> {
  await enqueueMail(tx, mailer, {
    key: `account-deleted ${randomUUID()}`,
    to: email,
    template: accountDeletedMail,
    data: { firstName },
  })
}
