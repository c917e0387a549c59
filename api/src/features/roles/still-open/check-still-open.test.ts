import { listNotifications } from '@dolph/contract/notifications/notifications'
import { listRoles } from '@dolph/contract/roles/roles'
import { answerStillOpen, readStillOpen } from '@dolph/contract/roles/still-open'
import { postUpdate } from '@dolph/contract/updates/updates'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPostFixture } from '../../../testing/fixtures.ts'
import { createStillOpenToken } from '../../notifications/mails/still-open-token.ts'
import { startNotificationsApp } from '../../notifications/testing/start-notifications-app.ts'
import { checkStillOpen } from './check-still-open.ts'

const REST = { skills: ['Go'], skill_keys: ['go'], hours_from: 2, hours_to: 4, seats: 1 }

async function startWithRole() {
  const app = await startNotificationsApp()
  const { db, ada, post, config } = app
  const createRole = async (postId: string, title: string) => {
    const { id } = await db
      .insertInto('roles')
      .values({ ...REST, post_id: postId, title, term: 'open', reward: 'unpaid' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const role = await createRole(post, 'Gopher')

  return {
    ...app,
    createRole,
    role,
    token: createStillOpenToken(config.SECRET, ada.id),
    /** Makes everything a day older, and runs what runs each day. */
    async passDay() {
      await sql`update roles set confirmed_on = confirmed_on - 1, still_open_asked_on = still_open_asked_on - 1`.execute(
        db,
      )
      await checkStillOpen(db)
      await checkStillOpen(db)
      await app.deliver()
    },
    async passDays(days: number) {
      for (let day = 0; day < days; day += 1) await this.passDay()
    },
    async countQuestions() {
      const { data } = await ada.call(listNotifications, { querystring: {} })
      return data.filter(({ kind }) => kind === 'still-open').length
    },
    async readState() {
      const { data } = await ada.call(listRoles, { params: { id: post } })
      return data.map(({ state, isQuiet }) => `${state}${isQuiet ? ', quiet' : ''}`).join('; ')
    },
  }
}

test('a role without a sign of life is asked about, shown as quiet and closed, each on its day', async () => {
  await using app = await startWithRole()
  const { db, ada, bob, post, role } = app
  const { id: request } = await db
    .insertInto('join_requests')
    .values({
      role_id: role,
      post_id: post,
      role_title: 'Gopher',
      post_title: 'Tide',
      member_id: bob.id,
      owner_id: ada.id,
      sender_id: bob.id,
      hours: 4,
      state: 'talking',
      note: 'I would like to help with this.',
      temp_id: 'temp-1',
      temp_digest: Buffer.from(''),
      due_at: sql`now() + interval '90 days'`,
      next_at: sql`now() + interval '90 days'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const timeline: string[] = []
  for (let day = 1; day <= 36; day += 1) {
    await app.passDay()
    const now = `${await app.readState()}, ${await app.countQuestions()} question`
    if (!timeline.at(-1)?.endsWith(now)) timeline.push(`day ${day}: ${now}`)
  }

  expect(timeline).toEqual([
    'day 1: open, 0 question',
    'day 21: open, 1 question',
    'day 28: open, quiet, 1 question',
    'day 35: closed, quiet, 1 question',
  ])
  const { data: notificationsOfBob } = await bob.call(listNotifications, { querystring: {} })
  expect(notificationsOfBob.map(({ kind }) => kind)).toEqual(['join-answered'])
  const requests = db.selectFrom('join_requests').select(['id', 'state', 'reason'])
  expect(await requests.execute()).toEqual([{ id: request, state: 'ended', reason: 'taken-down' }])
  expect(await db.selectFrom('open_role_terms').selectAll().execute()).toEqual([])
})

test('a sign of life on day 20 asks nothing on day 21', async () => {
  await using app = await startWithRole()
  await app.passDays(20)
  await app.ada.call(postUpdate, { params: { id: app.post }, body: { body: 'We have tides' } })
  await app.passDays(20)
  expect([await app.readState(), await app.countQuestions()]).toEqual(['open', 0])
  await app.passDay()
  expect(await app.countQuestions()).toBe(1)
})

test('roles that fall silent within a week are one question, for each of their owners', async () => {
  await using app = await startWithRole()
  const { db, ada, bob, post } = app
  await db
    .insertInto('team_members')
    .values({ post_id: post, member_id: bob.id, role_title: 'Designer', is_co_owner: true })
    .execute()
  await app.passDays(3)
  const later = await createPostFixture(db, ada.id, { title: 'Waves' })
  await app.createRole(later, 'Diver')
  await app.passDays(24)

  const asked = await db
    .selectFrom('roles')
    .select(['title', 'still_open_asked_on'])
    .orderBy('id')
    .execute()
  expect(asked.map((each) => each.still_open_asked_on !== null)).toEqual([true, true])
  expect(await app.countQuestions()).toBe(1)
  const { data } = await ada.call(listNotifications, { querystring: {} })
  expect(data).toMatchObject([
    { kind: 'still-open', excerpt: 'Gopher, Diver', to: '/still-open/me', post: null },
  ])
  expect((await app.readList(bob)).data.map(({ kind, excerpt }) => [kind, excerpt])).toEqual([
    ['still-open', 'Gopher'],
  ])
})

test('opening the link of the mail confirms nothing; its answer confirms and closes', async () => {
  await using app = await startWithRole()
  const { db, ada, post, role, token } = app
  const second = await app.createRole(post, 'Diver')
  await app.passDays(22)
  const visitor = app.browser('10.0.0.9')
  const params = { token }
  const readRows = () =>
    db
      .selectFrom('roles')
      .select(['id', 'state', 'confirmed_on', 'still_open_asked_on'])
      .orderBy('id')
      .execute()

  const before = await readRows()
  const { data } = await visitor.call(readStillOpen, { params })
  expect(data.map(({ _id, title }) => [_id, title])).toEqual([
    [role, 'Gopher'],
    [second, 'Diver'],
  ])
  expect(await readRows()).toEqual(before)

  const body = { open: [role], closed: [second] }
  const answer = await visitor.call(answerStillOpen, { params, body })
  expect([answer.confirmed, answer.closed]).toEqual([1, 1])
  const after = await readRows()
  expect(
    after.map(({ state, still_open_asked_on }) => [state, still_open_asked_on !== null]),
  ).toEqual([
    ['open', false],
    ['closed', true],
  ])
  expect((await ada.call(listNotifications, { querystring: {} })).unreadCount).toBe(0)
  expect((await ada.call(readStillOpen, { params: { token: 'me' } })).data).toHaveLength(1)
})

test('a link answers only for the roles of its member, for 30 days, while they may write', async () => {
  await using app = await startWithRole()
  const { db, config, ada, bob, role, token } = app
  const visitor = app.browser('10.0.0.9')
  const bobs = { token: createStillOpenToken(config.SECRET, bob.id) }
  const answer = await visitor.call(answerStillOpen, {
    params: bobs,
    body: { open: [], closed: [role] },
  })
  expect([answer.closed, await app.readState()]).toEqual([0, 'open'])

  const statuses = async (tokens: string[]) => {
    const replies = tokens.map((each) => visitor.send(readStillOpen, { params: { token: each } }))
    return (await Promise.all(replies)).map(({ statusCode }) => statusCode)
  }
  const forged = createStillOpenToken('another secret', ada.id)
  const [day, secret] = [86_400_000, config.SECRET]
  const oldest = createStillOpenToken(secret, ada.id, Date.now() - 30 * day + 60_000)
  const expired = createStillOpenToken(secret, ada.id, Date.now() - 30 * day - 1_000)
  expect(await statuses([token, oldest, expired, forged, 'me', 'x', token.slice(0, -2)])).toEqual([
    200, 200, 404, 404, 404, 404, 404,
  ])
  await db
    .updateTable('members')
    .set({ suspended_until: sql`now() + interval '1 day'` })
    .where('id', '=', ada.id)
    .execute()
  expect(await statuses([token])).toEqual([404])
})

test('the roles of a hidden post ask nothing', async () => {
  await using app = await startWithRole()
  await app.db
    .updateTable('posts')
    .set({ hidden_at: sql`now()` })
    .execute()
  await app.passDays(40)
  expect([await app.countQuestions(), await app.readState()]).toEqual([0, 'open, quiet'])
})
