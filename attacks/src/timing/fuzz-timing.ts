import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { printLine } from '@dolph/bench/print-line'
import {
  forgotPassword,
  logIn,
  resendVerification,
  signUp,
  verifyCode,
} from '@dolph/contract/accounts'
import { getCsrfToken } from '@dolph/contract/viewer'
import { buildSignUpForm, createAccountFixture } from '@dolph/api/testing/sign-up-member'
import { APP_ORIGIN, startAttackedServer } from '../attacked-server.ts'
import { computeAuc } from './auc.ts'

/** 0.5 is a guess by tossing a coin; with 300 pairs, chance alone stays below this bound. */
const AUC_MAX = 0.56
/** The pause of the attacker after each request: the jobs of one request must not slow the next one down. */
const PAUSE_MS = 15

type Server = Awaited<ReturnType<typeof startAttackedServer>>

interface Probe {
  name: string
  /** An email that has an account, or a pending sign-up. */
  known: () => Promise<string>
  send: (email: string) => Promise<Response>
}

/**
 * Measures whether the duration of a reply tells if an email is known. The known and the unknown email of a pair are sent in
 * random order. The result is the area under the ROC curve (AUC): the probability that a guess by duration is right.
 */
export async function fuzzTiming({ pairs }: { pairs: number }): Promise<boolean> {
  await using server = await startAttackedServer({ env: { ROLE: 'both' } })
  const results: [name: string, auc: number][] = []
  for (const probe of await createProbes(server)) {
    const knownEmails: string[] = []
    for (let index = 0; index < pairs; index += 1) knownEmails.push(await probe.known())
    results.push([probe.name, await measureProbe(probe, knownEmails)])
  }
  printLine(results.map(([name, auc]) => `${name}=${auc.toFixed(3)}`).join(' '))
  // An attacker can turn a guess that is wrong more often than right around.
  return results.every(([, auc]) => Math.max(auc, 1 - auc) <= AUC_MAX)
}

async function measureProbe({ name, send }: Probe, knownEmails: string[]): Promise<number> {
  const durations = { known: [] as number[], unknown: [] as number[] }
  for (const knownEmail of knownEmails) {
    const pair = [
      ['known', knownEmail],
      ['unknown', createEmail()],
    ] as const
    for (const [kind, email] of Math.random() < 0.5 ? pair : pair.toReversed()) {
      const started = performance.now()
      const reply = await send(email)
      await reply.text()
      durations[kind].push(performance.now() - started)
      if (reply.status >= 500) throw new Error(`${name} answers ${reply.status}`)
      await wait(PAUSE_MS)
    }
  }
  return computeAuc(durations.known, durations.unknown)
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
