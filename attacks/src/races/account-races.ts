import { issueCode, issueLink } from '@dolph/api/features/accounts/codes/codes-and-links'
import { buildSignUpForm, PASSWORD, readNewestMail } from '@dolph/api/testing/sign-up-member'
import { changePassword, signUp, verifyCode } from '@dolph/contract/accounts/accounts'
import { confirmEmail } from '@dolph/contract/accounts/email-change'
import { checkCounts, checkReplies, createUserName, type Race } from './race.ts'

const CALLS = 20

const signUpRace: Race = {
  name: 'sign-ups with one username',
  async run(stack) {
    const userName = createUserName()
    const replies = await Promise.all(
      Array.from({ length: CALLS }, (_, nth) => {
        const body = { ...buildSignUpForm(userName), Email: `${nth}${userName}@example.test` }
        return stack.openBrowser({ cookies: new Map() }, nth).send(signUp, { body })
      }),
    )
    const counts = await stack.readRow<{ signUps: number }>(
      `select count(*) as "signUps" from pending_sign_ups where username = $1`,
      [userName],
    )
    return [
      ...checkReplies(replies, { allowed: [201, 409], successes: 1 }),
      ...checkCounts(counts, { signUps: 1 }),
    ]
  },
}

const verificationRace: Race = {
  name: 'one verification code sent many times',
  async run(stack) {
    const userName = createUserName()
    const form = buildSignUpForm(userName)
    await stack.apps[0].browser().call(signUp, { body: form })
    const { code = '' } = await readNewestMail(stack.apps[0], form.Email)
    const replies = await Promise.all(
      Array.from({ length: CALLS }, (_, nth) =>
        stack
          .openBrowser({ cookies: new Map() }, nth)
          .send(verifyCode, { body: { email: form.Email, code } }),
      ),
    )
    const counts = await stack.readRow<{ members: number }>(
      'select count(*) as members from members where username = $1',
      [userName],
    )
    return [
      ...checkReplies(replies, { allowed: [200, 400], successes: 1 }),
      ...checkCounts(counts, { members: 1 }),
    ]
  },
}

const passwordRace: Race = {
  name: 'two changes of a password with one code',
  async run(stack) {
    const ada = await stack.signInMember()
    const code = await stack.db
      .transaction()
      .execute((tx) => issueCode(tx, stack.config.SECRET, ada.id, 'change-password'))
    const replies = await Promise.all(
      ['Another horse 8', 'Another horse 9'].map((newPassword, nth) =>
        stack.openBrowser(ada, nth).send(changePassword, {
          body: { currentPassword: PASSWORD, newPassword, verificationCode: code ?? '' },
        }),
      ),
    )
    const counts = await stack.readRow<{ sessions: number }>(
      'select count(*) as sessions from sessions where member_id = $1',
      [ada.id],
    )
    return [
      ...checkReplies(replies, { allowed: [200, 400, 401], successes: 1 }),
      ...checkCounts(counts, { sessions: 1 }),
    ]
  },
}

const confirmationRace: Race = {
  name: 'one link to confirm an email opened many times',
  async run(stack) {
    const ada = await stack.signInMember()
    const email = `new${ada.email}`
    const token = await issueLink(stack.db, ada.id, 'change-email', 60, { email })
    const replies = await Promise.all(
      Array.from({ length: CALLS }, (_, nth) =>
        stack.openBrowser(ada, nth).send(confirmEmail, { body: { token } }),
      ),
    )
    const account = await stack.readRow<{ email: string; changes: number }>(
      `select email, (select count(*) from account_events
         where member_id = $1 and kind = 'email-changed') as changes
       from accounts where member_id = $1`,
      [ada.id],
    )
    // A link that is opened again says that it is done; the email changes once.
    return [
      ...checkReplies(replies, { allowed: [200], successes: CALLS }),
      ...checkCounts(account, { email, changes: 1 }),
    ]
  },
}

const sameEmailRace: Race = {
  name: 'two members who confirm the same email',
  async run(stack) {
    const members = [await stack.signInMember(), await stack.signInMember()]
    const email = `${createUserName()}@example.test`
    const tokens = await Promise.all(
      members.map(({ id }) => issueLink(stack.db, id, 'change-email', 60, { email })),
    )
    const replies = await Promise.all(
      members.map((member, nth) =>
        stack.openBrowser(member, nth).send(confirmEmail, { body: { token: tokens[nth] ?? '' } }),
      ),
    )
    const counts = await stack.readRow<{ accounts: number }>(
      'select count(*) as accounts from accounts where email = $1',
      [email],
    )
    return [
      ...checkReplies(replies, { allowed: [200, 400], successes: 1 }),
      ...checkCounts(counts, { accounts: 1 }),
    ]
  },
}

export const accountRaces = [
  signUpRace,
  verificationRace,
  passwordRace,
  confirmationRace,
  sameEmailRace,
]
