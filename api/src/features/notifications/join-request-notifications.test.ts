import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { joinRequestErasure } from '../join-requests/erase-join-requests.ts'
import { startAppWithRequests } from './testing/start-app-with-requests.ts'

const OFF = '{"join-requested":{"app":false,"mail":false}}'

describe('requests to join', () => {
  test('are one line for each owner until it is read, and answering reads it', async () => {
    await using stack = await startAppWithRequests()
    const { ada, bob, carla, post } = stack
    const dan = await stack.createMember('dan')
    await stack.db
      .insertInto('team_members')
      .values({ post_id: post, member_id: dan, role_title: 'Founder', is_co_owner: true })
      .execute()
    const first = await stack.ask(bob)
    const second = await stack.ask(carla, { note: 'I drew the icons of three maps.' })

    const line = {
      kind: 'join-requested',
      count: 2,
      people: ['carla', 'bob'],
      post: { _id: post, title: 'Quiet map' },
      excerpt: 'I drew the icons of three maps.',
      // Several requests: none of them can be answered on the line.
      request: null,
      to: '/join-requests',
      isRead: false,
    }
    expect(await stack.listOf(ada)).toEqual([expect.objectContaining(line)])
    expect(await stack.listOf(dan)).toEqual([expect.objectContaining(line)])

    // A co-owner who has left no longer reads the note.
    const setLeft = async (left_at: string | null) =>
      stack.db.updateTable('team_members').set({ left_at }).where('member_id', '=', dan).execute()
    await setLeft('2026-11-16')
    expect(await stack.listOf(dan)).toEqual([expect.objectContaining({ excerpt: '' })])
    await setLeft(null)

    await stack.answer(second, { state: 'talking' }, ada)
    const rest = {
      count: 1,
      people: ['bob'],
      excerpt: 'I have built maps like yours before.',
      request: { _id: first, state: 'waiting', fromOwner: false },
      isRead: false,
    }
    expect(await stack.listOf(ada)).toEqual([expect.objectContaining(rest)])
    expect(await stack.listOf(dan)).toEqual([expect.objectContaining(rest)])
    await stack.answer(first, { state: 'declined', reason: 'later' }, dan)
    expect(await stack.listOf(ada)).toEqual([expect.objectContaining({ isRead: true })])
    expect(await stack.listOf(dan)).toEqual([expect.objectContaining({ isRead: true })])
  })

  test('that are withdrawn leave no line', async () => {
    await using stack = await startAppWithRequests()
    const request = await stack.ask(stack.bob)
    expect(await stack.listOf(stack.ada)).toHaveLength(1)
    await stack.answer(request, { state: 'withdrawn' }, stack.bob)

    expect(await stack.listOf(stack.ada)).toEqual([])
    expect(await stack.waitTenMinutes()).toEqual([])
  })

  test('of an erased member are in no line', async () => {
    await using stack = await startAppWithRequests()
    const invitation = await stack.ask(stack.carla, { invitedBy: stack.ada })
    await stack.answer(invitation, { state: 'declined', reason: 'later' }, stack.carla)
    await stack.ask(stack.bob)
    const dan = await stack.createMember('dan')
    await stack.ask(dan)
    expect(await stack.listOf(stack.ada)).toHaveLength(2)

    await joinRequestErasure.deleteBatch(stack, stack.bob)
    await joinRequestErasure.deleteBatch(stack, stack.carla)
    expect(await stack.listOf(stack.ada)).toEqual([
      expect.objectContaining({ kind: 'join-requested', count: 1, people: ['dan'] }),
    ])
    await joinRequestErasure.deleteBatch(stack, dan)
    expect(await stack.listOf(stack.ada)).toEqual([])
  })

  test('start a new line after the old one was read, which counts only what is new', async () => {
    await using stack = await startAppWithRequests()
    await stack.ask(stack.bob)
    await stack.deliver()
    await sql`update notifications set read_at = now()`.execute(stack.db)
    await stack.ask(stack.carla)

    expect(await stack.listOf(stack.ada)).toEqual([
      expect.objectContaining({ isRead: false, count: 1, people: ['carla'] }),
      expect.objectContaining({ isRead: true, count: 1, people: ['bob'] }),
    ])
  })

  type Stack = Awaited<ReturnType<typeof startAppWithRequests>>
  const reasons: [string, (stack: Stack) => Promise<unknown>][] = [
    [
      'the owner muted the member',
      async ({ db, ada, bob }) =>
        db.insertInto('mutes').values({ member_id: ada, other_id: bob }).execute(),
    ],
    [
      'one blocked the other',
      async ({ db, ada, bob }) =>
        db.insertInto('blocks').values({ member_id: bob, other_id: ada }).execute(),
    ],
    [
      'the owner muted the post',
      async ({ db, ada, post }) =>
        db.insertInto('post_mutes').values({ member_id: ada, post_id: post }).execute(),
    ],
    [
      'the owner switched the kind off',
      async ({ db, ada }) =>
        db.insertInto('notification_settings').values({ member_id: ada, kinds: OFF }).execute(),
    ],
  ]
  test.each(reasons)('notify nobody if %s', async (_, change) => {
    await using stack = await startAppWithRequests()
    await change(stack)
    await stack.ask(stack.bob)

    expect(await stack.listOf(stack.ada)).toEqual([])
  })
})

describe('an answer', () => {
  type Answer = Parameters<Awaited<ReturnType<typeof startAppWithRequests>>['answer']>[1]
  const answers: [Answer, excerpt: string][] = [
    [{ state: 'talking' }, 'Let’s talk.'],
    [{ state: 'accepted', answer: 'So glad!' }, 'So glad!'],
    [{ state: 'declined', reason: 'filled' }, 'We found someone for this role.'],
    [{ state: 'declined', reason: 'hours', answer: 'Too few hours.' }, 'Too few hours.'],
    [{ state: 'ended', reason: 'no-answer' }, 'ada did not answer in time. It’s not about you.'],
    [{ state: 'ended', reason: 'quiet' }, 'No messages for 30 days, so the request ended.'],
  ]
  test.each(answers)('%o says “%s”', async (answer, excerpt) => {
    await using stack = await startAppWithRequests()
    const request = await stack.ask(stack.bob)
    await stack.answer(request, answer, answer.state === 'ended' ? null : stack.ada)

    expect(await stack.listOf(stack.bob)).toEqual([
      expect.objectContaining({
        kind: 'join-answered',
        excerpt,
        isRead: false,
        people: answer.state === 'ended' ? [] : ['ada'],
        post: { _id: stack.post, title: 'Quiet map' },
        request: { _id: request, state: answer.state, fromOwner: false },
        to:
          answer.state === 'accepted'
            ? `/join-requests/${request}/welcome`
            : `/join-requests?box=sent&id=${request}`,
      }),
    ])
  })

  test('to an earlier answer takes its place, is new, and is mailed again', async () => {
    await using stack = await startAppWithRequests()
    const request = await stack.ask(stack.bob)
    await stack.answer(request, { state: 'talking' }, stack.ada)
    await stack.waitTenMinutes()
    await stack.answer(request, { state: 'accepted' }, stack.ada)
    await stack.waitTenMinutes()

    expect(await stack.listOf(stack.bob)).toEqual([
      expect.objectContaining({ kind: 'join-answered', excerpt: 'You are on the team.' }),
    ])
    expect(stack.smtpServer.allMails().map(({ subject }) => subject)).toEqual([
      'ada would like to talk about “Quiet map”',
      'Welcome to the team of “Quiet map”',
    ])
  })
})

test('a member who joins a team reads who is on it, its links and what the owner wrote, and nothing that no owner wrote', async () => {
  await using stack = await startAppWithRequests()
  const { bob, carla, post, db } = stack
  await db
    .updateTable('posts')
    .set({ github: 'https://github.com/ada/map', demo: 'https://map.example' })
    .where('id', '=', post)
    .execute()
  for (const member of [bob, carla]) {
    const request = await stack.ask(member)
    await db
      .insertInto('team_members')
      .values({ post_id: post, member_id: member, role_title: 'Designer' })
      .execute()
    const answer = member === bob ? '' : 'The tiles are in the wiki.'
    await stack.answer(request, { state: 'accepted', answer }, stack.ada)
  }
  const mails = await stack.waitTenMinutes()
  const [toBob, toCarla] = ['bob', 'carla'].map((name) =>
    mails.find(({ recipients }) => recipients.includes(`${name}@example.com`)),
  )
  expect(toBob?.text).toContain('You are on the team of “Quiet map” as Designer.\n')
  expect(toBob?.text).toContain('With you on the team: ada, carla.')
  expect(toBob?.text).toContain('The project: https://github.com/ada/map · https://map.example')
  expect(toBob?.text).toContain('Say hello to the team, and tell them when you have time.')
  expect(toBob?.text).toMatch(/Meet the team:\n.*\/join-requests\/.*\/welcome/)
  expect(toBob?.text).not.toContain('\n> ')
  expect(toCarla?.text).toContain('ada writes:')
  expect(toCarla?.text).toContain('\n> The tiles are in the wiki.')
})

test('the end of a request is explained in our own words, not as a quote', async () => {
  await using stack = await startAppWithRequests()
  const request = await stack.ask(stack.bob)
  await stack.answer(request, { state: 'ended', reason: 'no-answer' }, null)
  const mails = await stack.waitTenMinutes()
  const mail = mails.find(({ recipients }) => recipients.includes('bob@example.com'))
  expect(mail?.text).toContain('ada did not answer in time. It’s not about you.')
  expect(mail?.text).not.toContain('> ada')
})

test('an invitation is a line of the member until it is answered; its answer is one of who invited', async () => {
  await using stack = await startAppWithRequests()
  const invitation = await stack.ask(stack.bob, { invitedBy: stack.ada })
  expect(await stack.listOf(stack.bob)).toEqual([
    expect.objectContaining({
      kind: 'invited',
      people: ['ada'],
      isRead: false,
      request: { _id: invitation, state: 'waiting', fromOwner: true },
      to: `/join-requests?id=${invitation}`,
    }),
  ])
  await stack.remind(invitation)
  expect(await stack.listOf(stack.bob)).toHaveLength(2)

  await stack.answer(invitation, { state: 'accepted' }, stack.bob)

  const lines = await stack.listOf(stack.bob)
  expect(lines.map(({ kind, isRead }) => [kind, isRead])).toEqual([
    ['join-due', true],
    ['invited', true],
  ])
  expect(await stack.listOf(stack.ada)).toEqual([
    expect.objectContaining({
      kind: 'join-answered',
      people: ['bob'],
      excerpt: 'bob is on the team.',
    }),
  ])
})

test('reminders are one line for a post, which is mailed again after a day', async () => {
  await using stack = await startAppWithRequests()
  const { ada, bob, carla, db } = stack
  const requests = [await stack.ask(bob), await stack.ask(carla)]
  await stack.deliver()
  await db.deleteFrom('notifications').execute()
  for (const request of requests) await stack.remind(request)
  expect(await stack.listOf(ada)).toEqual([
    expect.objectContaining({ kind: 'join-due', count: 2, people: ['carla', 'bob'] }),
  ])
  await stack.waitTenMinutes()
  await sql`update notifications set id = uuid_v7(now() - interval '25 hours')`.execute(db)

  await stack.remind(requests[0] ?? '')
  await stack.waitTenMinutes()

  expect(await stack.listOf(ada)).toHaveLength(1)
  const subject = '2 people are waiting for your answer about “Quiet map”'
  expect(stack.smtpServer.allMails()).toMatchObject([{ subject }, { subject }])
})

test('the team is notified of members who join and leave, except that member and the owner who did it', async () => {
  await using stack = await startAppWithRequests()
  const { ada, bob, carla, db, post } = stack
  for (const member_id of [bob, carla]) {
    await db
      .insertInto('team_members')
      .values({ post_id: post, member_id, role_title: 'Designer' })
      .execute()
  }
  const changed = { subjectId: post, data: { memberIds: [bob] } }
  await insertEvent(db, 'team.changed', { ...changed, actorId: ada })
  expect(await stack.listOf(carla)).toEqual([
    expect.objectContaining({
      kind: 'team-changed',
      people: ['bob'],
      excerpt: 'bob joined as Designer.',
      to: `/posts/${post}`,
    }),
  ])
  expect(await stack.listOf(ada)).toEqual([])
  expect(await stack.listOf(bob)).toEqual([])

  await sql`update team_members set left_at = now() where member_id = ${bob}`.execute(db)
  await insertEvent(db, 'team.changed', { ...changed, actorId: ada })
  const left = expect.objectContaining({ people: ['bob'], excerpt: 'bob left the team.' })
  expect(await stack.listOf(carla)).toEqual([left])
  expect(await stack.listOf(bob)).toEqual([left])
})

test('owners read that the team is complete when the last seat is taken, others on the team do not', async () => {
  await using stack = await startAppWithRequests()
  const { ada, bob, carla, db, post, role } = stack
  const dan = await stack.createMember('dan')
  for (const [member_id, is_co_owner] of [
    [dan, true],
    [carla, false],
  ] as const) {
    await db
      .insertInto('team_members')
      .values({ post_id: post, member_id, role_title: 'Founder', is_co_owner })
      .execute()
  }
  await db
    .insertInto('team_members')
    .values({ post_id: post, member_id: bob, role_id: role, role_title: 'Designer' })
    .execute()
  await db.updateTable('roles').set({ state: 'filled', seats: 1 }).where('id', '=', role).execute()
  const data = { memberIds: [bob] }
  await insertEvent(db, 'team.changed', { subjectId: post, actorId: null, data })
  for (const owner of [ada, dan]) {
    expect(await stack.listOf(owner)).toEqual([
      expect.objectContaining({ excerpt: 'bob joined as Designer. Your team is complete.' }),
    ])
  }
  expect(await stack.listOf(carla)).toEqual([
    expect.objectContaining({ excerpt: 'bob joined as Designer.' }),
  ])
})

test('the mail about a request has an answer behind each button, and is sent once', async () => {
  await using stack = await startAppWithRequests()
  const request = await stack.ask(stack.bob)
  const [mail, ...others] = await stack.waitTenMinutes()

  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipients: ['ada@example.com'],
    subject: 'bob asks to join “Quiet map”',
  })
  expect(mail?.text).toContain('bob would like to join “Quiet map” as Designer:')
  expect(mail?.text).toContain('> I have built maps like yours before.')
  for (const answer of ['accept', 'talk', 'decline']) {
    expect(mail?.text).toContain(`/join-requests?answer=${answer}&id=${request}`)
    expect(mail?.html).toContain(`/join-requests?answer=${answer}&#38;id=${request}`)
  }
  await stack.waitTenMinutes()
  expect(stack.smtpServer.deliveries()).toBe(1)
})

test('the end of a request because a moderator hid the post is not mailed, and its line has no title', async () => {
  await using app = await startAppWithRequests()
  const { bob, post, db } = app
  await app.ask(bob)
  await db
    .updateTable('posts')
    .set({ hidden_at: new Date().toISOString() })
    .where('id', '=', post)
    .execute()
  expect(await app.listOf(bob)).toMatchObject([{ kind: 'join-answered', post: null }])
  const mails = await app.waitTenMinutes()
  expect(mails.filter(({ raw }) => raw.includes('bob@example.com'))).toEqual([])
})
