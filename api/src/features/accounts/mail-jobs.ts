import type { Queryable } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { handleJob } from '../../platform/jobs/define-job.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { alreadyRegisteredMail } from './mails.ts'
import { sendResetLinkJob, sendPasswordResetLink } from './passwords/password-reset.ts'
import { selectNewestSignUp, selectSignUpById } from './sign-up/pending-sign-ups.ts'
import { selectAccount } from './queries.ts'
import { sendVerificationJob } from './sign-up/sign-up.ts'
import { resendVerificationJob, sendVerification } from './codes/verification.ts'

const HOUR_MS = 3_600_000

/**
 * The mails to emails that a visitor typed. Jobs, because a request that looked up the account and prepared its mail would
 * take longer for an email that has one, and so tell which emails have one.
 */
export const accountMailJobs = [
  handleJob(sendVerificationJob, async ({ signUpId }, deps) => {
    await deps.db.transaction().execute(async (tx) => {
      const signUp = await selectSignUpById(tx, signUpId)
      if (!signUp) return
      const owner = await selectAccount(tx, signUp.email)
      if (owner) await notifyAccountOwner(tx, deps, owner)
      else await sendVerification(tx, deps, signUp)
    })
  }),
  handleJob(resendVerificationJob, async ({ email, signUpId, requestedAt }, deps) => {
    await deps.db.transaction().execute(async (tx) => {
      if (await selectAccount(tx, email)) return
      const signUp = signUpId
        ? await selectSignUpById(tx, signUpId)
        : await selectNewestSignUp(tx, email)
      if (signUp) await sendVerification(tx, deps, signUp, requestedAt)
    })
  }),
  handleJob(sendResetLinkJob, async (request, deps) => {
    await sendPasswordResetLink(deps, request)
  }),
]

/** Sends at most one mail an hour, however often others sign up with this email. */
async function notifyAccountOwner(
  tx: Queryable,
  { mailer }: Deps,
  owner: { id: string; email: string; firstName: string },
): Promise<void> {
  await enqueueMail(tx, mailer, {
    key: `already-registered ${owner.id} ${Math.floor(Date.now() / HOUR_MS)}`,
    to: owner.email,
    template: alreadyRegisteredMail,
    data: { firstName: owner.firstName },
  })
}
