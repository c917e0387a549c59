import type { TestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import { createAnonymousSession, createTwice, requireSuccess, signIn } from './drill-session.ts'
import type { WriteJournal } from './write-journal.ts'

export const LIFECYCLE_USERNAME_PREFIX = 'drill-'
const PASSWORD = 'Correct horse 7'
const CODE_PATTERN = /(?<![\w-])\d{6}\b/

/**
 * The life of an account: sign-up, the code by mail, sign-in, a post, deletion. Mails and the erasure are jobs, which the worker of
 * either version may run. Throws at the first failed request, and if no mail arrives.
 */
export async function runAccountLifecycle(
  url: string,
  journal: WriteJournal,
  mailServer: TestSmtpServer,
): Promise<void> {
  const name = LIFECYCLE_USERNAME_PREFIX + crypto.randomUUID().slice(0, 13)
  const email = `${name}@example.test`
  const names = { firstName: 'Drill', lastName: 'Member', Email: email, userName: name }
  const form = { ...names, Password: PASSWORD, confirmPassword: PASSWORD }
  const anonymous = createAnonymousSession(url)
  const { cookies } = await requireSuccess(anonymous, 'POST', '/api/users/signup', form)
  const [mail] = await mailServer.waitForMails(email)
  const code = CODE_PATTERN.exec(mail?.text ?? '')?.[0]
  const browser = { ...anonymous, cookie: cookies.join('; ') }
  await requireSuccess(browser, 'POST', '/api/users/verify-code', { email, code })

  const session = await signIn(url, { email, password: PASSWORD })
  const post = { title: 'Erased with its author', type: 'other', body: 'A short life.' }
  const postId = await createTwice({ session, journal }, '/api/posts', post)
  const comment = { postId, content: 'Erased with its author' }
  await createTwice({ session, journal }, '/api/comments', comment)
  const confirmation = { password: PASSWORD }
  await requireSuccess(session, 'DELETE', '/api/profile/delete-account', confirmation)
  journal.deletedAccountCount += 1
}
