import type { SignUpForm } from '@dolph/contract/accounts/accounts'
import { parseNextPath } from '@dolph/contract/accounts/next-path'
import pg from 'pg'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { generateToken, listSecrets } from '../../../platform/crypto/secrets.ts'
import { digestRequestKey, stampCodeRequest } from '../codes/code-requests.ts'
import { isCommonPassword } from '../passwords/common-passwords.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { deleteReplacedSignUps, insertPendingSignUp } from './pending-sign-ups.ts'
import { createTakenUsernameRefusal, refuseTakenUsername } from './usernames.ts'

export const SIGN_UP_HOURS = 24
export const sendVerificationJob = defineJob('send-verification', z.object({ signUpId: z.uuid() }))

/**
 * Stores a sign-up and returns the token that recognizes its browser. A job mails the code, or tells the owner of an email
 * that has an account: the reply is the same, after the same work.
 */
export async function signUp(
  { db, config }: Deps,
  form: SignUpForm,
  previousBrowserToken: string | undefined,
): Promise<string> {
  refuseCommonPassword(form.Password, 'Password')
  const passwordHash = await hashPassword(form.Password)
  const { Email: email, userName: username, firstName, lastName } = form
  const browserToken = generateToken()
  try {
    await db.transaction().execute(async (tx) => {
      await deleteReplacedSignUps(tx, { email, username }, previousBrowserToken)
      await refuseTakenUsername(tx, listSecrets(config), username)
      const person = { email, username, firstName, lastName, passwordHash, browserToken }
      const nextPath = parseNextPath(form.next)
      const signUpId = await insertPendingSignUp(tx, { ...person, nextPath }, SIGN_UP_HOURS)
      await stampCodeRequest(tx, digestRequestKey(config.SECRET, 'verify-email', signUpId))
      await stampCodeRequest(tx, digestRequestKey(config.SECRET, 'verify-email', email))
      await enqueueJob(tx, sendVerificationJob, { signUpId })
    })
  } catch (error) {
    // Of two concurrent sign-ups with one username, the unique index accepts one.
    if (!(error instanceof pg.DatabaseError) || error.constraint !== 'pending_sign_ups_username')
      throw error
    throw createTakenUsernameRefusal()
  }
  return browserToken
}

export function refuseCommonPassword(password: string, field: string): void {
  if (!isCommonPassword(password)) return
  const message = 'This password is among the first that anybody would try'
  throw new Refusal('invalid-input', message, { fields: { [field]: message } })
}
