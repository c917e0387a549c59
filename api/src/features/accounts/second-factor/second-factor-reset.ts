import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { generateToken, hashToken, isToken } from '../../../platform/crypto/secrets.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { recordAccountEvent, recordOperatorEvent } from '../account-events.ts'
import { lockAccount, selectOwnAccount } from '../queries.ts'
import { deleteSessions } from '../sign-in/sessions.ts'
import { resetNoticeMail, secondFactorResetMail } from './second-factor-mails.ts'
import { deleteTotp } from './totp.ts'

const WAIT_DAYS = 7
const NOTICES = 3
const DAYS_BETWEEN_NOTICES = 3
/** A reset that nobody finishes ends. */
const EXPIRY_DAYS = 30

type Mailer = Pick<Deps, 'mailer'>

interface Reset {
  /** A day such as November 26. */
  day: string
  /** Whether the seven days are over and the address was told three times. */
  isDue: boolean
}

export async function selectReset(db: Queryable, memberId: string): Promise<Reset | undefined> {
  return db
    .selectFrom('second_factor_resets')
    .select(
      sql<string>`to_char((started_at + make_interval(days => ${WAIT_DAYS})) at time zone 'UTC', 'FMMonth FMDD')`.as(
        'day',
      ),
    )
    .select(
      sql<boolean>`started_at <= now() - make_interval(days => ${WAIT_DAYS}) and cardinality(stop_hashes) >= ${NOTICES}`.as(
        'isDue',
      ),
    )
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** Starts the seven days, and sends the first notice. The caller has seen that the member has a second factor and no reset. */
export async function startReset(tx: Queryable, { mailer }: Mailer, memberId: string) {
  await lockAccount(tx, memberId)
  await tx
    .insertInto('second_factor_resets')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await recordOperatorEvent(tx, { memberId, kind: 'second-factor-reset-started' })
  await sendNotice(tx, { mailer }, memberId)
}

/** Each notice has a link of its own, and all of them stop the reset. */
async function sendNotice(tx: Queryable, { mailer }: Mailer, memberId: string): Promise<void> {
  const token = generateToken()
  await sql`
    update second_factor_resets set stop_hashes = stop_hashes || ${hashToken(token)}::bytea, notified_at = now()
    where member_id = ${memberId}
  `.execute(tx)
  const { email, firstName } = await selectOwnAccount(tx, memberId)
  const { day } = (await selectReset(tx, memberId)) ?? { day: '' }
  await enqueueMail(tx, mailer, {
    key: `second-factor-reset-notice ${hashToken(token).toString('hex')}`,
    to: email,
    template: resetNoticeMail,
    data: { firstName, token, day },
  })
}

/** Sends the notices that are due, three in all, and ends resets that nobody finished. */
export async function sendResetNotices({ db, mailer }: Pick<Deps, 'db' | 'mailer'>): Promise<void> {
  await deleteOldResets(db)
  const due = await selectDueNotices(db).execute()
  for (const { member_id: memberId } of due) {
    await db.transaction().execute(async (tx) => {
      const isStillDue = await selectDueNotices(tx)
        .where('member_id', '=', memberId)
        .forUpdate()
        .executeTakeFirst()
      if (isStillDue) await sendNotice(tx, { mailer }, memberId)
    })
  }
}

function selectDueNotices(db: Queryable) {
  return db
    .selectFrom('second_factor_resets')
    .select('member_id')
    .where(sql<boolean>`cardinality(stop_hashes) < ${NOTICES}`)
    .where(sql<boolean>`notified_at <= now() - make_interval(days => ${DAYS_BETWEEN_NOTICES})`)
}

async function deleteOldResets(db: Database): Promise<void> {
  await db
    .deleteFrom('second_factor_resets')
    .where('started_at', '<', sql<string>`now() - make_interval(days => ${EXPIRY_DAYS})`)
    .execute()
}

/** Removes the second factor, after the seven days, and ends all sessions. */
export async function finishReset(tx: Queryable, { mailer }: Mailer, memberId: string) {
  await lockAccount(tx, memberId)
  // Asked again under the lock: the owner may have stopped it since. It ends here, so that a link that is opened now stops nothing.
  const reset = await selectReset(tx, memberId)
  if (reset?.isDue !== true || !(await stopReset(tx, memberId))) {
    throw new Refusal('conflict', 'The reset was stopped')
  }
  await deleteTotp(tx, memberId)
  await deleteSessions(tx, memberId)
  await recordOperatorEvent(tx, { memberId, kind: 'second-factor-reset' })
  const { email, firstName } = await selectOwnAccount(tx, memberId)
  await enqueueMail(tx, mailer, {
    key: `second-factor-reset ${hashToken(generateToken()).toString('hex')}`,
    to: email,
    template: secondFactorResetMail,
    data: { firstName },
  })
}

/** Ends a reset; false if there is none. */
export async function stopReset(tx: Queryable, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor_resets')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the reset of which a mail with this token told. */
export async function stopResetByToken(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  token: string,
): Promise<void> {
  const stopped = isToken(token)
    ? await db.transaction().execute(async (tx) => {
        const reset = await tx
          .deleteFrom('second_factor_resets')
          .where(sql<boolean>`stop_hashes @> array[${hashToken(token)}::bytea]`)
          .returning('member_id as memberId')
          .executeTakeFirst()
        if (reset) {
          const event = { memberId: reset.memberId, kind: 'second-factor-reset-stopped' } as const
          await recordAccountEvent(tx, request, event)
        }
        return reset
      })
    : undefined
  if (!stopped) throw new Refusal('invalid-input', 'This link is invalid or has expired.')
}
