import { createComment } from '@dolph/contract/comments/comments'
import { signUp } from '@dolph/contract/accounts/accounts'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCookieNames } from '../http/cookies.ts'
import { generateToken, hashToken } from '../crypto/secrets.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { startTestSmtpServer } from '../../testing/servers/test-smtp-server.ts'
import { startTestTraceSink, type ReceivedSpan } from '../../testing/servers/test-trace-sink.ts'
import { buildSignUpForm, createAccountFixture, PASSWORD } from '../../testing/sign-up-member.ts'
import { startProcess } from '../../testing/start-process.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'

const CLICK_ID = 'b7ad6b7169203331'
const ORIGIN = 'http://localhost:3000'
const POLL = { timeout: 20_000 }
const CANARY = 'canary-8c1f'

/** An API process and a worker process that send the traces that callers ask for to a sink. */
async function startTracedProcesses() {
  const sink = await startTestTraceSink()
  const smtpServer = await startTestSmtpServer()
  const stack = await startWorkerStack()
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DRAIN_MS: '0',
    LIMITS: 'relaxed',
    APP_ORIGIN: ORIGIN,
    DATABASE_URL: stack.config.DATABASE_URL,
    REDIS_URL: stack.config.REDIS_URL,
    SMTP_URL: smtpServer.smtpUrl,
    TRACES_URL: sink.url,
    TRACES_SHARE: '0',
  }
  const api = await startProcess({ ...env, ROLE: 'api' })
  const worker = await startProcess({ ...env, ROLE: 'worker' })
  return {
    api,
    worker,
    sink,
    smtpServer,
    db: stack.db,
    findSpans: (trace: string) => sink.spans.filter(({ traceId }) => traceId === trace),
    async [Symbol.asyncDispose]() {
      for (const each of [worker, api, stack, smtpServer, sink]) await each[Symbol.asyncDispose]()
    },
  }
}

/** Calls the API as a browser with this cookie does. */
async function post(url: string, path: string, body: object, traceId: string, cookie = '') {
  const traceparent = `00-${traceId}-${CLICK_ID}-01`
  // In the same trace: this request looks up the session, which the next one then knows.
  const csrf = await fetch(url + getCsrfToken.url, { headers: { cookie, traceparent } })
  const { token } = (await csrf.json()) as { token: string }
  const cookies = csrf.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return fetch(url + path, {
    method: 'POST',
    headers: {
      origin: ORIGIN,
      'content-type': 'application/json',
      'x-csrf-token': token,
      traceparent,
      cookie: [cookie, ...cookies].filter(Boolean).join('; '),
    },
    body: JSON.stringify(body),
  })
}

/** The names from the span up to the click. */
function listAncestors(spans: ReceivedSpan[], name: string): string[] {
  const names: string[] = []
  let span = spans.find((each) => each.name === name)
  for (; span; span = spans.find(({ spanId }) => spanId === span?.parentSpanId)) {
    names.push(span.name)
    if (span.parentSpanId === CLICK_ID) names.push('click')
  }
  return names
}

let processes: Awaited<ReturnType<typeof startTracedProcesses>>
beforeAll(async () => {
  processes = await startTracedProcesses()
}, 90_000)
afterAll(async () => processes[Symbol.asyncDispose]())

describe('a click that the browser traces', { timeout: 60_000 }, () => {
  test('is one trace through request, statements, jobs and mail, and no span has data of the member', async () => {
    const { api, sink, smtpServer } = processes
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const form = { ...buildSignUpForm('ada'), firstName: CANARY, Email: `${CANARY}@example.com` }
    const reply = await post(api.url, signUp.url, form, traceId)
    expect(reply.ok).toBe(true)
    expect(reply.headers.get('traceresponse')).toMatch(`00-${traceId}-`)

    const request = `POST ${signUp.url}`
    await expect
      .poll(() => listAncestors(processes.findSpans(traceId), 'mail verification'), POLL)
      .toEqual(['mail verification', 'job send-mail', 'job send-verification', request, 'click'])
    const spans = processes.findSpans(traceId)
    expect(listAncestors(spans, 'insert pending_sign_ups').slice(-2)).toEqual([request, 'click'])
    expect(listAncestors(spans, 'redis evalsha').slice(-2)).toEqual([request, 'click'])

    const [code = 'no code'] = /\b\d{6}\b/.exec(smtpServer.allMails()[0]?.text ?? '') ?? []
    expect(code).toMatch(/^\d{6}$/)
    const sent = sink.readTexts()
    for (const secret of [CANARY, PASSWORD, code, 'argon2', form.userName, 'select id', '$1'])
      expect(sent).not.toContain(secret)
  })

  test('goes on in the effects of its event: a comment becomes a mail to the author of the post', async () => {
    const { api, sink, db } = processes
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const authorId = await createAccountFixture(db, 'author')
    const commenterId = await createAccountFixture(db, 'commenter')
    const postId = await createPostFixture(db, authorId)
    const token = generateToken()
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const row = { token_hash: hashToken(token), member_id: commenterId, expires_at }
    await db.insertInto('sessions').values(row).execute()
    const cookie = `${getCookieNames(ORIGIN).session}=${token}`
    const comment = { postId, parentId: null, content: CANARY, tempId: `temp-${CANARY}` }
    const reply = await post(api.url, createComment.url, comment, traceId, cookie)
    expect(await reply.text()).toContain(CANARY)

    const request = `POST ${createComment.url}`
    await expect
      .poll(() => listAncestors(processes.findSpans(traceId), 'event comment.created'), POLL)
      .toEqual(['event comment.created', request, 'click'])
    // The mail waits ten minutes for more comments; nobody waits here.
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
    await expect
      .poll(() => listAncestors(processes.findSpans(traceId), 'mail notification'), POLL)
      .toEqual([
        'mail notification',
        'job send-mail',
        'job mail-notification',
        'event comment.created',
        request,
        'click',
      ])
    const spans = processes.findSpans(traceId)
    expect(listAncestors(spans, 'session')).toEqual(['session', `GET ${getCsrfToken.url}`, 'click'])
    expect(spans.map(({ name }) => name)).toContain('insert comments')
    const sent = sink.readTexts()
    for (const secret of [CANARY, token, authorId, commenterId, postId, 'author@example.test'])
      expect(sent).not.toContain(secret)
  })
})
