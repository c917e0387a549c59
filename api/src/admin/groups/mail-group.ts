import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { sendPasswordResetLink } from '../../features/accounts/passwords/password-reset.ts'
import { AdminRefusal, formatTable, reportNothingToDo, type AdminGroup } from '../admin-command.ts'

const LISTED_MAX = 200

export const mailGroup: AdminGroup = {
  summary: 'the mail outbox',
  commands: {
    list: {
      summary: `Lists up to ${LISTED_MAX} mails that are due, being sent or given up, the oldest first.`,
      run: async ({ db }) => {
        const mails = await db
          .selectFrom('mails')
          .select(['id', 'template', 'state', 'attempts', 'created_at as createdAt'])
          .where('state', '<>', 'sent')
          .orderBy('id')
          .limit(LISTED_MAX)
          .execute()
        return { lines: formatTable(mails), data: mails }
      },
    },
    'send-test': {
      summary: 'Sends a mail to this address at once, to see whether it arrives, and where.',
      args: ['email'],
      run: async ({ mailer, config }, { args }) => {
        const to = args['email'] ?? ''
        const text = `This mail shows that ${config.APP_ORIGIN} can send mails. Look whether it is in the inbox.`
        await mailer.send({
          id: randomUUID(),
          to,
          subject: 'A test of your mail server',
          text,
          html: `<p>${text}</p>`,
        })
        return {
          lines: ['The mail server took the mail. Look whether it arrives, and not as spam.'],
          data: null,
        }
      },
    },
    'send-now': {
      summary:
        'Sends the mails that wait for their next attempt, for example after an outage of the mail server.',
      run: async ({ db }) => {
        const { rows } = await sql<{ id: number }>`
          select id from graphile_worker.jobs
          where task_identifier = 'send-mail' and run_at > now() and locked_at is null and attempts < max_attempts
        `.execute(db)
        const ids = rows.map(({ id }) => id)
        if (ids.length === 0) return reportNothingToDo('No mail waits')
        return {
          description: `send ${ids.length} waiting mails now`,
          action: 'operator.mail.send-now',
          details: { count: ids.length },
          apply: async (tx) => {
            await sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now())`.execute(
              tx,
            )
          },
        }
      },
    },
    'send-code': {
      summary:
        'Mails the way in again: the code of a sign-up, or a link to set a new password. Given-up mails are erased and cannot be sent again.',
      args: ['email'],
      run: async (context, { args }) => {
        const email = (args['email'] ?? '').toLowerCase()
        const { rows } = await sql<{ memberId: string | null }>`
          select member_id as "memberId" from accounts where email = ${email}
          union all select null from pending_sign_ups where email = ${email} and expires_at > now()
        `.execute(context.db)
        const [found] = rows
        if (!found) throw new AdminRefusal('No account and no sign-up has this email')
        const { memberId } = found
        return {
          description:
            memberId === null ? 'mail the code of a sign-up' : 'mail a link to set a new password',
          action: 'operator.mail.send-code',
          ...(memberId !== null && { memberId }),
          afterCommit: async () => {
            if (await sendPasswordResetLink(context, { email, nextPath: null })) return undefined
            const line =
              'Nothing was sent: the limit of such mails to this address is reached. Try later'
            return { lines: [line], data: null, hasFaults: true }
          },
        }
      },
    },
  },
}
