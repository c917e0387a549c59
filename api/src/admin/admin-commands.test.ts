import { logIn, resetPassword, signUp } from '@dolph/contract/accounts/accounts'
import { browsePosts } from '@dolph/contract/posts/posts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { enqueueJob } from '../platform/jobs/enqueue-job.ts'
import { recountPostJob } from '../features/posts/jobs.ts'
import { workerTasks } from '../worker-tasks.ts'
import { deliverPendingEvents } from '../testing/events/deliver-pending-events.ts'
import { createOldMemberFixture, createPostFixture } from '../testing/fixtures.ts'
import { runJobs } from '../testing/run-jobs.ts'
import {
  buildSignUpForm,
  createAccountFixture,
  PASSWORD,
  signInNewMember,
} from '../testing/sign-up-member.ts'
import { startApp } from '../testing/start-app.ts'
import { openAuthenticatedSocket } from '../testing/sockets/test-socket.ts'
import { runCommand, runCommandTwice } from './testing/run-command.ts'

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' }, isListening: true })
  return () => api[Symbol.asyncDispose]()
})

const run = (...argv: string[]) => runCommand(api, ...argv)

const runTwice = (...argv: string[]) => runCommandTwice(api, ...argv)

describe('member', () => {
  test('show finds a member by name, email or id, and refuses an unknown one', async () => {
    const id = await createAccountFixture(api.db, 'Shown')
    for (const name of ['shown', 'shown@example.test', id]) {
      const { code, data } = await run('member', 'show', name)
      expect([code, data]).toMatchObject([0, { id, username: 'Shown', posts: 0, deletedAt: null }])
    }
    expect(await run('member', 'show', 'nobody')).toMatchObject({
      code: 1,
      status: 'refused',
      lines: ['There is no member nobody'],
    })
  })

  test('show counts what the member wrote, and says since when there is the member', async () => {
    const id = await createOldMemberFixture(api.db, 'writer')
    const post = await createPostFixture(api.db, id)
    await api.db
      .insertInto('comments')
      .values([1, 2].map((nth) => ({ post_id: post, author_id: id, content: `Comment ${nth}` })))
      .execute()
    const { data } = await run('member', 'show', 'writer')
    expect(data).toMatchObject({ posts: 1, comments: 2 })
    const { since } = data as { since: string }
    expect(new Date(since).getFullYear()).toBe(new Date().getFullYear() - 1)
  })

  test('sign-out ends all sessions and closes the sockets within a second', async () => {
    const ada = await signInNewMember(api, 'signedout')
    const { _id: id } = await ada.call(getViewer, {})
    await using socket = await openAuthenticatedSocket(api, { ...ada, id })
    const startedAt = performance.now()

    await runTwice('member', 'sign-out', 'signedout')

    expect(await socket.closed).toBe(1000)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect((await ada.send(getViewer, {})).statusCode).toBe(401)
  })

  test('suspend is a decision that the member can read, and release takes it back', async () => {
    const id = await createAccountFixture(api.db, 'suspended')
    const reason = ['--reason', 'Three copies of one advertisement', '--rule', 'spam']
    expect(await run('member', 'suspend', 'suspended')).toMatchObject({ code: 1 })
    expect(
      await run('member', 'suspend', 'suspended', ...reason, '--until', '2020-01-01'),
    ).toMatchObject({ code: 1 })
    expect(
      await run('member', 'suspend', 'suspended', ...reason, '--rule', 'boring'),
    ).toMatchObject({ code: 1 })

    await runTwice('member', 'suspend', 'suspended', ...reason, '--until', '2099-01-01')
    const selectUntil = () =>
      api.db.selectFrom('members').select('suspended_until').where('id', '=', id).executeTakeFirst()
    expect(await selectUntil()).toEqual({ suspended_until: '2099-01-01T00:00:00.000Z' })
    expect(
      await api.db
        .selectFrom('cases')
        .select(['decision', 'rule', 'text'])
        .where('author_id', '=', id)
        .execute(),
    ).toEqual([{ decision: 'suspend', rule: 'spam', text: 'Three copies of one advertisement' }])

    await runTwice('member', 'release', 'suspended')
    expect(await selectUntil()).toEqual({ suspended_until: null })
  })

  test('release answers an objection that waits', async () => {
    const id = await createAccountFixture(api.db, 'objecting')
    await run('member', 'suspend', 'objecting', '--reason', 'A mistake', '--yes')
    await sql`update cases set state = 'appealed', appealed_at = now() where author_id = ${id}`.execute(
      api.db,
    )
    await sql`insert into appeals (case_id, text) select id, 'No' from cases where author_id = ${id}`.execute(
      api.db,
    )

    await run('member', 'release', 'objecting', '--yes')

    const { rows } = await sql`select state, outcome from cases join appeals on case_id = id
      where author_id = ${id}`.execute(api.db)
    expect(rows).toEqual([{ state: 'decided', outcome: 'taken-back' }])
  })

  test('verify makes the member of a sign-up whose mail did not arrive', async () => {
    await api.browser().call(signUp, { body: buildSignUpForm('waiting') })
    await runTwice('member', 'verify', 'waiting@example.test')
    expect(await run('member', 'show', 'waiting')).toMatchObject({ code: 0 })
    expect(await run('member', 'verify', 'nobody@example.test', '--yes')).toMatchObject({ code: 1 })
  })

  test('rename retires the old name, and searches find the posts under the new one', async () => {
    const id = await createAccountFixture(api.db, 'oldname')
    const post = await createPostFixture(api.db, id)
    expect(await run('member', 'rename', 'oldname', 'admin')).toMatchObject({ code: 1 })
    expect(await run('member', 'rename', 'oldname', 'no spaces')).toMatchObject({ code: 1 })

    expect(await run('member', 'rename', 'oldname', 'newname', '--yes')).toMatchObject({ code: 0 })
    expect(await run('member', 'rename', id, 'newname', '--yes')).toMatchObject({ data: null })

    await deliverPendingEvents(api, workerTasks.subscribers ?? [])
    const { data } = await api.visitor.call(browsePosts, {
      querystring: { q: 'newname', scope: 'text-and-author' },
    })
    expect(data.map(({ _id }) => _id)).toEqual([post])
    await createAccountFixture(api.db, 'another')
    expect(await run('member', 'rename', 'another', 'oldname')).toMatchObject({ code: 1 })
  })

  test('password-link prints a link with which the owner signs in, where mails cannot be sent', async () => {
    await createAccountFixture(api.db, 'mailless')
    expect(await run('member', 'password-link', 'mailless')).toMatchObject({ status: 'planned' })
    const { data, code } = await run('member', 'password-link', 'mailless', '--yes')
    const { link } = data as { link: string }
    expect([code, link]).toEqual([0, expect.stringMatching(/^http.+\/reset-password\/\S+$/)])
    const token = link.slice(link.lastIndexOf('/') + 1)
    const body = { token, password: 'Brand new 9' }
    expect((await api.browser().send(resetPassword, { body })).statusCode).toBe(200)
  })

  test('create-admin mails a link and takes no password', async () => {
    const argv = ['member', 'create-admin', 'root@example.test', 'rootadmin']
    expect(await run(...argv)).toMatchObject({ status: 'planned' })
    expect(await run(...argv, '--yes')).toMatchObject({ code: 0 })
    expect(await run(...argv, '--yes')).toMatchObject({ code: 0, data: null })

    expect(await run('staff', 'list')).toMatchObject({
      data: [{ username: 'rootadmin', role: 'admin' }],
    })
    const { rows } = await sql<{ template: string }>`
      select template from mails where recipient = 'root@example.test'`.execute(api.db)
    expect(rows).toEqual([{ template: 'password-reset' }])
  })

  test('erase ends the account at once and starts the erasure', async () => {
    const browser = await signInNewMember(api, 'erased')
    await runTwice('member', 'erase', 'erased')
    expect((await browser.send(getViewer, {})).statusCode).toBe(401)
    const reply = await api.browser().send(logIn, {
      body: { email: 'erased@example.test', password: PASSWORD },
    })
    expect(reply.statusCode).toBe(400)
    await deliverPendingEvents(api, workerTasks.subscribers ?? [])
    await runJobs(api, workerTasks.jobs)
    expect(await run('member', 'show', 'erased')).toMatchObject({ code: 1 })
  })
})

test('staff grants and revokes roles', async () => {
  await createAccountFixture(api.db, 'ada')
  expect(await run('staff', 'grant', 'ada', 'owner')).toMatchObject({ code: 1 })
  await runTwice('staff', 'grant', 'ada', 'moderator')
  expect((await run('staff', 'list')).lines.join('\n')).toMatch(/ada +moderator/)
  await runTwice('staff', 'revoke', 'ada')
})

describe('mail', () => {
  test('send-now sends what waits for its next attempt, list shows it without addresses', async () => {
    const id = await createAccountFixture(api.db, 'mailed')
    await run('mail', 'send-code', 'mailed@example.test', '--yes')
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`.execute(
      api.db,
    )

    const list = await run('mail', 'list')
    expect(JSON.stringify(list)).not.toContain('@')
    expect(list.lines.join('\n')).toMatch(/password-reset +due/)
    await runTwice('mail', 'send-now')
    const { rows } = await sql`select count(*) as waiting from graphile_worker.jobs
      where task_identifier = 'send-mail' and run_at > now()`.execute(api.db)
    expect(rows).toEqual([{ waiting: 0 }])
    const { rows: entries } = await sql`select member_id from audit_log
      where action = 'operator.mail.send-code' and member_id = ${id}`.execute(api.db)
    expect(entries).toHaveLength(1)
    expect(await run('mail', 'send-code', 'nobody@example.test', '--yes')).toMatchObject({
      code: 1,
    })
    for (let nth = 2; nth <= 5; nth += 1)
      await run('mail', 'send-code', 'mailed@example.test', '--yes')
    const refused = await run('mail', 'send-code', 'mailed@example.test', '--yes')
    expect(refused).toMatchObject({ code: 2, status: 'faults' })
    expect(refused.lines[0]).toContain('Nothing was sent')
  })
})

describe('jobs', () => {
  test('are listed, shown, retried, given up and removed', async () => {
    const postId = crypto.randomUUID()
    await enqueueJob(api.db, recountPostJob, { postId }, { key: 'kept', delaySeconds: 3_600 })
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.jobs where key = 'kept'`.execute(api.db)
    const job = String(rows[0]?.id)

    expect((await run('jobs', 'list', '--task', 'recount-post')).data).toMatchObject([
      { task: 'recount-post', state: 'waiting' },
    ])
    expect(await run('jobs', 'show', job)).toMatchObject({ data: { payload: { postId } } })
    await runTwice('jobs', 'retry', job)
    await runTwice('jobs', 'fail', job)
    expect((await run('jobs', 'list', '--failed')).data).toMatchObject([{ state: 'failed' }])
    await run('jobs', 'forget', job, '--yes')
    expect(await run('jobs', 'forget', job, '--yes')).toMatchObject({ code: 1 })
    expect(await run('jobs', 'show', 'nonsense')).toMatchObject({ code: 1 })
  })

  test('unlock releases those of a worker, and a running job is left alone', async () => {
    await enqueueJob(api.db, recountPostJob, { postId: crypto.randomUUID() }, { key: 'locked' })
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'
      where key = 'locked'`.execute(api.db)
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.jobs where key = 'locked'`.execute(api.db)
    expect(await run('jobs', 'forget', String(rows[0]?.id), '--yes')).toMatchObject({ code: 1 })
    await runTwice('jobs', 'unlock', 'gone')
    expect((await run('jobs', 'list', '--task', 'recount-post')).data).toMatchObject([
      { state: 'due' },
    ])
  })
})

test('events lists parked ones as faults and delivers them again', async () => {
  expect(await run('events', 'failed')).toMatchObject({ code: 0, data: [] })
  await sql`insert into failed_events (id, kind, subject_id, data, error)
    values (uuid_v7(), 'post.imported', gen_random_uuid(), '{}', 'broken')`.execute(api.db)
  expect(await run('events', 'failed')).toMatchObject({ code: 2, status: 'faults' })
  await runTwice('events', 'retry', 'post.imported')
  expect(await run('events', 'failed')).toMatchObject({ code: 0 })
})

test('search rebuilds entries and explains a search', async () => {
  const author = await createAccountFixture(api.db, 'searched')
  const post = await createPostFixture(api.db, author, { title: 'Periscope' })
  await sql`delete from post_search where post_id = ${post}`.execute(api.db)
  for (const since of [[], ['--since', '2020-01-01']]) {
    const done = await run('search', 'rebuild', ...since, '--yes')
    expect(done).toMatchObject({ code: 0, status: 'done' })
    const { data } = await api.visitor.call(browsePosts, { querystring: { q: 'periscope' } })
    expect(data.map(({ _id }) => _id)).toEqual([post])
  }
  expect(await run('search', 'rebuild', '--since', 'yesterday')).toMatchObject({ code: 1 })
  expect(await run('search', 'explain', 'periscope')).toMatchObject({
    data: { canMatchText: true },
  })
  expect(await run('search', 'explain', 'xyzzyx')).toMatchObject({ data: { canMatchText: false } })
})

test('an unknown group, command, option or argument is refused with the usage', async () => {
  expect((await run('nonsense')).lines[0]).toContain('Usage: dolph admin <group> <command>')
  expect((await run('member')).lines[0]).toContain('dolph admin member sign-out <member>')
  expect((await run('member', 'show')).lines[0]).toContain('dolph admin member show <member>')
  expect(await run('member', 'show', 'ada', 'bob')).toMatchObject({ code: 1 })
  expect(await run('member', 'show', 'ada', '--force')).toMatchObject({ code: 1 })
})
