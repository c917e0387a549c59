import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { printLine } from '@dolph/bench/print-line'
import {
  forgotPassword,
  logIn,
  resendVerification,
  signUp,
  verifyCode,
} from '@dolph/contract/accounts/accounts'
import { sealTotpSecret } from '@dolph/api/features/accounts/second-factor/sealed-secret'
import { generateTotpSecret } from '@dolph/api/features/accounts/second-factor/totp-code'
import { DEVELOPMENT_SECRET } from '@dolph/api/platform/config/weak-secret'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { buildSignUpForm, createAccountFixture } from '@dolph/api/testing/sign-up-member'
import { APP_ORIGIN, startAttackedServer } from '../attacked-server.ts'
import { combineVerdicts, type Verdict } from '../verdict.ts'
import { computeAuc } from './auc.ts'
import { judgeAuc } from './judge-auc.ts'

/** The pause of the attacker after each request. */
const PAUSE_MS = 15
const POLL_MS = 5

type Server = Awaited<ReturnType<typeof startAttackedServer>>

interface Probe {
  name: string
  /** An email that has an account, or a pending sign-up. */
  known: () => Promise<string>
  /** What it is compared with, where that is not an unknown email. */
  other?: () => Promise<string>
  send: (email: string) => Promise<Response>
}

/**
 * Measures whether the duration of a reply tells if an email is known, or if its account has a second factor. The emails of a pair are sent in
 * random order. The result is the area under the ROC curve (AUC): the probability that a guess by duration is right. A second unknown
 * email with each pair shows what the machine alone does to it.
 */
export async function fuzzTiming({ pairs }: { pairs: number }): Promise<Verdict> {
  await using server = await startAttackedServer({ env: { ROLE: 'both' } })
  const results: ({ name: string } & Awaited<ReturnType<typeof measureProbe>>)[] = []
  for (const probe of await createProbes(server)) {
    const knownEmails: string[] = []
    for (let index = 0; index < pairs; index += 1) knownEmails.push(await probe.known())
    results.push({ name: probe.name, ...(await measureProbe(server, probe, knownEmails)) })
  }
  const format = (kind: 'auc' | 'controlAuc') =>
    results.map((result) => `${result.name}=${result[kind].toFixed(3)}`).join(' ')
  printLine(`unknown emails compared with others: ${format('controlAuc')}`)
  const held = combineVerdicts(
    results.map(({ auc, controlAuc }) => judgeAuc(auc, controlAuc, pairs)),
  )
  printLine(`${format('auc')} held=${held}`)
  return held
}

async function measureProbe(server: Server, { name, other, send }: Probe, knownEmails: string[]) {
  const createOther = other ?? (async () => createEmail())
  const durations = { known: [] as number[], unknown: [] as number[], control: [] as number[] }
  for (const knownEmail of knownEmails) {
    const emails = [
      { kind: 'known', email: knownEmail },
      { kind: 'unknown', email: await createOther() },
      { kind: 'control', email: await createOther() },
    ] as const
    for (const { kind, email } of shuffle(emails)) {
      const started = performance.now()
      const reply = await send(email)
      await reply.text()
      durations[kind].push(performance.now() - started)
      if (reply.status >= 500) throw new Error(`${name} answers ${reply.status}`)
      await waitForJobs(server)
      await wait(PAUSE_MS)
    }
  }
  return {
    auc: computeAuc(durations.known, durations.unknown),
    controlAuc: computeAuc(durations.control, durations.unknown),
  }
}

/**
 * Waits until no job is due. The jobs of a known email do more, and what follows one is more often an unknown email: they would make
 * unknown emails look slower on a busy machine.
 */
async function waitForJobs({ db }: Server): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query(
      'select from graphile_worker.jobs where run_at <= now() limit 1',
    )
    if (rows.length === 0) return
    await wait(POLL_MS)
  }
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

async function createProbes(server: Server): Promise<Probe[]> {
  const post = await openVisitor(server.url)
  const createAccount = async () => {
    const username = createUsername()
    await createAccountFixture(server.db, username)
    return buildSignUpForm(username).Email
  }
  const startSignUp = async () => {
    const form = buildSignUpForm(createUsername())
    await post(signUp.url, form)
    return form.Email
  }
  return [
    {
      name: 'forgot',
      known: createAccount,
      send: (email) => post(forgotPassword.url, { email }),
    },
    {
      name: 'resend',
      known: async () => {
        const email = await startSignUp()
        // Within a minute of the sign-up the call would be refused before it does its work.
        await server.db.deleteFrom('code_requests').execute()
        return email
      },
      send: (email) => post(resendVerification.url, { email }),
    },
    {
      name: 'verify',
      known: startSignUp,
      send: (email) => post(verifyCode.url, { email, code: '123456' }),
    },
    {
      name: 'login',
      known: createAccount,
      send: (email) => post(logIn.url, { email, password: 'Wrong 12345' }),
    },
    {
      // Both have an account, and those of one side a second factor: a wrong password must not tell which.
      name: 'login-second-factor',
      known: async () => {
        const email = await createAccount()
        await insertTotp(server, email)
        return email
      },
      other: createAccount,
      send: (email) => post(logIn.url, { email, password: 'Wrong 12345' }),
    },
    {
      name: 'login-pending',
      known: startSignUp,
      send: (email) => post(logIn.url, { email, password: 'Wrong 12345' }),
    },
    {
      name: 'signup',
      known: createAccount,
      send: (email) => post(signUp.url, { ...buildSignUpForm(createUsername()), Email: email }),
    },
  ]
}

async function insertTotp({ db }: Server, email: string): Promise<void> {
  const { id } = await db
    .selectFrom('accounts')
    .select('member_id as id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const sealed = sealTotpSecret(DEVELOPMENT_SECRET, id, generateTotpSecret())
  await db
    .insertInto('totp')
    .values({ member_id: id, ...sealed, confirmed_at: new Date().toISOString() })
    .execute()
}

/** Returns a function that sends a form as a visitor of the web app does, without keeping the cookies of the replies. */
async function openVisitor(url: string) {
  const reply = await fetch(url + getCsrfToken.url)
  const { token } = (await reply.json()) as { token: string }
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': token,
    cookie: reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
    origin: APP_ORIGIN,
  }
  return async (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

function createUsername(): string {
  return `t${randomUUID().replaceAll('-', '').slice(0, 16)}`
}

function createEmail(): string {
  return buildSignUpForm(createUsername()).Email
}
