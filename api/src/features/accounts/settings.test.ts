import {
  changePassword,
  deleteAccount,
  logIn,
  sendPasswordCode,
  signUp,
} from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { endOtherSessions, listSessions } from '@dolph/contract/accounts/sessions'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  buildSignUpForm,
  readQueuedMails,
  signUpMember,
  readNewestMail,
  PASSWORD,
} from '../../testing/sign-up-member.ts'
import { removePictureJob } from '../pictures/pictures.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { startApp } from '../../testing/start-app.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { workerTasks } from '../../worker-tasks.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }
const email = 'ada@example.test'

describe('changing the password', () => {
  test('requires the old one and a code, and signs out every browser but this one', async () => {
    await using api = await startApp(relaxed)
    const here = await signUpMember(api, 'ada')
    const elsewhere = api.browser()
    await elsewhere.call(logIn, { body: { email, password: PASSWORD } })
    expect(await here.call(sendPasswordCode, {})).toMatchObject({
      message: 'Verification code sent to your email',
    })
    const { code = '' } = await readNewestMail(api, email)

    const body = { currentPassword: PASSWORD, newPassword: 'Brand new 9', verificationCode: code }
    expect(await here.call(changePassword, { body })).toMatchObject({
      message: 'Password updated successfully',
    })

    expect((await here.send(getViewer, {})).statusCode).toBe(200)
    expect((await elsewhere.send(getViewer, {})).statusCode).toBe(401)
    expect((await readNewestMail(api, email)).template).toBe('password-changed')
  })

  test('needs the right password as well as the right code', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await ada.call(sendPasswordCode, {})
    const { code = '' } = await readNewestMail(api, email)
    const wrong = code === '000000' ? '000001' : '000000'
    const change = { currentPassword: PASSWORD, newPassword: 'Brand new 9', verificationCode: code }

    const badPassword = await ada.send(changePassword, {
      body: { ...change, currentPassword: 'x' },
    })
    const badCode = await ada.send(changePassword, { body: { ...change, verificationCode: wrong } })

    expect(badPassword.json()).toMatchObject({
      fields: { currentPassword: 'Current password is incorrect' },
    })
    expect(badCode.json()).toMatchObject({
      fields: { verificationCode: 'Invalid or expired verification code.' },
    })
  })
})

describe('sessions', () => {
  test('are listed with their device, and the others can be ended', async () => {
    await using api = await startApp(relaxed)
    const here = await signUpMember(api, 'ada')
    const phone = api.browser()
    const agent = { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18 Safari/605' }
    await phone.send(logIn, { body: { email, password: PASSWORD } }, agent)

    const { data } = await here.call(listSessions, {})
    await here.call(endOtherSessions, {})

    expect(data.map(({ device, isThisOne }) => [device, isThisOne])).toContainEqual([
      'Safari on iPhone',
      false,
    ])
    expect((await phone.send(getViewer, {})).statusCode).toBe(401)
    expect((await here.call(listSessions, {})).data).toHaveLength(1)
  })
})

describe('deleting the account', () => {
  test('requires the password, ends all sessions at once, and retires the username', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')

    const wrong = await ada.send(deleteAccount, { body: { password: 'nope' } })
    expect(await ada.call(deleteAccount, { body: { password: PASSWORD } })).toMatchObject({
      message: 'Account deleted successfully',
    })

    expect(wrong.json()).toMatchObject({ message: 'Incorrect password' })
    expect((await ada.send(getViewer, {})).statusCode).toBe(401)
    const login = await ada.send(logIn, { body: { email, password: PASSWORD } })
    expect(login.json()).toMatchObject({ message: 'Invalid email or password' })
    const newcomer = { ...buildSignUpForm('ada'), Email: 'newcomer@example.test' }
    expect((await ada.send(signUp, { body: newcomer })).statusCode).toBe(409)
    expect((await readQueuedMails(api, email)).at(-1)?.template).toBe('account-deleted')
  })

  test('leaves no row that names the member, and exact counters', async () => {
    await using stack = await startWorkerStack()
    const { db } = stack
    const [ada, bob] = [await createMemberFixture(db, 'ada'), await createMemberFixture(db, 'bob')]
    const [adasPost, bobsPost] = [
      await createPostFixture(db, ada),
      await createPostFixture(db, bob),
    ]
    const likes = [
      { post_id: adasPost, member_id: bob },
      { post_id: bobsPost, member_id: ada },
      { post_id: bobsPost, member_id: bob },
    ]
    await db.insertInto('post_likes').values(likes).execute()
    const addComment = async (author: string, parent: string | null = null) => {
      const row = { post_id: bobsPost, author_id: author, parent_id: parent, content: 'Hello' }
      return (await db.insertInto('comments').values(row).returning('id').executeTakeFirstOrThrow())
        .id
    }
    const answered = await addComment(ada)
    await addComment(bob, answered)
    await addComment(ada, await addComment(ada))
    const tombstone = await addComment(bob)
    await addComment(ada, await addComment(ada, tombstone))
    await sql`update comments set content = '', author_id = null, deleted_at = now()
      where id = ${tombstone}`.execute(db)
    await sql`update post_stats set
      like_count = (select count(*) from post_likes where post_likes.post_id = post_stats.post_id),
      comment_count = (select count(*) from comments
        where comments.post_id = post_stats.post_id and deleted_at is null)`.execute(db)
    const profiles = [
      { member_id: ada, bio: 'Clocks', skills: ['Rust', 'Go'] },
      { member_id: bob, skills: ['rust'] },
    ]
    await db.insertInto('profiles').values(profiles).execute()
    const stored_at = new Date().toISOString()
    const pictures = [
      { key: 'w'.repeat(43), member_id: ada, stored_at },
      { key: 'u'.repeat(43), member_id: ada, stored_at },
      { key: 'b'.repeat(43), member_id: bob, stored_at },
    ]
    await db.insertInto('pictures').values(pictures).execute()
    const inUse = { picture: 'w'.repeat(43) }
    await db.updateTable('members').set(inUse).where('id', '=', ada).execute()
    // The removals of files stay in the queue, where the test counts them.
    await stack.startWorker(
      ...workerTasks.jobs.filter(({ name }) => name !== removePictureJob.name),
    )

    const jobs = [1, 2].map(() =>
      sql`select graphile_worker.add_job('delete-member', payload => ${JSON.stringify({ memberId: ada })}::json)`.execute(
        db,
      ),
    )
    await Promise.all(jobs)

    await expect
      .poll(() => db.selectFrom('members').select('username').execute(), { timeout: 10_000 })
      .toEqual([{ username: 'bob' }])
    const stats = await db.selectFrom('post_stats').selectAll().execute()
    expect(stats).toEqual([{ post_id: bobsPost, like_count: 1, comment_count: 1 }])
    const left = await db.selectFrom('comments').selectAll().orderBy('id').execute()
    expect(left).toMatchObject([
      { id: answered, content: '', author_id: null, deleted_at: expect.any(String) },
      { parent_id: answered, content: 'Hello', author_id: bob },
    ])
    expect(await db.selectFrom('profiles').select('member_id').execute()).toEqual([
      { member_id: bob },
    ])
    expect(await db.selectFrom('skills').select(['folded', 'members']).execute()).toEqual([
      { folded: 'rust', members: 1 },
    ])
    expect(await db.selectFrom('pictures').select('member_id').execute()).toEqual([
      { member_id: bob },
    ])
    const removals = await sql<{ key: string }>`
      select key from graphile_worker.jobs where task_identifier = 'remove-picture' order by key
    `.execute(db)
    expect(removals.rows.map(({ key }) => key.at(-1))).toEqual(['u', 'w'])
  })
})
