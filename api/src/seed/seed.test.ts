import { logIn } from '@dolph/contract/accounts/accounts'
import { giveSecondFactor } from '@dolph/contract/accounts/second-factor'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { listJoinRequests, type JoinRequestBox } from '@dolph/contract/join-requests/join-requests'
import { listOwnDecisions, listOwnReports } from '@dolph/contract/moderation/moderation'
import { listBodyPictures, toSmallBodyPictureUrl } from '@dolph/contract/posts/post-pictures'
import { listRooms } from '@dolph/contract/rooms/rooms'
import { browsePosts, listOwnPosts, readPost } from '@dolph/contract/posts/posts'
import { listCases, readCase, type CaseState } from '@dolph/contract/review/review'
import { listIgnoredMembers } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCode } from '../testing/set-up-totp.ts'
import { startApp } from '../testing/start-app.ts'
import { readSampleRooms } from './sample-data.ts'
import { readSampleCases } from './safety/sample-cases.ts'
import { SAMPLE_PASSWORD, SAMPLE_TOTP_SECRET, seedDatabase } from './seed.ts'

const PAGE = { querystring: {} }

describe('in the seeded database', () => {
  let app: Awaited<ReturnType<typeof startApp>>
  const storedNames: string[] = []
  beforeAll(async () => {
    app = await startApp({ env: { LIMITS: 'relaxed' } })
    await seedDatabase(app.db, new Date(), {
      files: { put: async (name) => void storedNames.push(name) },
    })
    return () => app[Symbol.asyncDispose]()
  }, 60_000)

  async function logInAs(username: string) {
    const browser = app.browser()
    const body = { email: `${username}@example.test`, password: SAMPLE_PASSWORD }
    await browser.send(logIn, { body })
    return browser
  }

  /** Staff logs in with a code too. */
  async function logInAsModerator() {
    const browser = await logInAs('mia')
    const code = await readCode(app.db, { secret: SAMPLE_TOTP_SECRET })
    await browser.call(giveSecondFactor, { body: { code } })
    return browser
  }

  test('mia is a moderator with cases in every state', async () => {
    const mia = await logInAsModerator()
    expect(await mia.call(getViewer, {})).toMatchObject({ data: { role: 'moderator' } })
    const list = async (state: CaseState) =>
      (await mia.call(listCases, { querystring: { state } })).data

    const open = await list('open')
    expect(open.map(({ subject }) => subject.kind).toSorted()).toEqual([
      'comment',
      'member',
      'message',
      'post',
    ])
    expect((await list('appealed')).map(({ author }) => author?.userName)).toEqual(['carla'])
    expect(await list('decided')).toHaveLength(2)
    for (const { _id, reportCount } of open) {
      const { data } = await mia.call(readCase, { params: { id: _id } })
      expect(data.reports).toHaveLength(reportCount)
    }
  })

  test('the messages of a report can be read', async () => {
    const mia = await logInAsModerator()
    const { data } = await mia.call(listCases, { querystring: { state: 'open' } })
    const reported = data.find(({ subject }) => subject.kind === 'message')
    const { context } = (await mia.call(readCase, { params: { id: reported?._id ?? '' } })).data

    expect(reported?.excerpt).toContain('small fee')
    expect(context.messages).toHaveLength(4)
    expect(context.messages.at(-1)).toMatchObject({ isByAuthor: true })
  })

  test.each([
    ['dan', false],
    ['carla', true],
  ])('%s sees a hidden post and the decision about it', async (username, isAppealed) => {
    const author = await logInAs(username)
    const [decision] = (await author.call(listOwnDecisions, PAGE)).data
    const { data: posts } = await author.call(listOwnPosts, PAGE)

    expect(decision).toMatchObject({ kind: 'hide', canAppeal: !isAppealed })
    expect(decision?.appeal === null).toBe(!isAppealed)
    const hidden = posts.find(({ _id }) => _id === decision?.subject.id)
    expect(hidden?.hiddenAt).not.toBeNull()
    const ada = await logInAs('ada')
    const reply = await ada.send(readPost, { params: { id: hidden?._id ?? '' } })
    expect(reply.statusCode).toBe(404)
  })

  test('ada has ignored members, and reports of which one was answered', async () => {
    const ada = await logInAs('ada')

    expect((await ada.call(listIgnoredMembers, PAGE)).data).toHaveLength(3)
    const outcomes = (await ada.call(listOwnReports, PAGE)).data.map(({ outcome }) => outcome)
    expect(outcomes).toHaveLength(2)
    expect(outcomes).toEqual(expect.arrayContaining(['kept', null]))
  })

  test('members have read and unread notifications of several kinds', async () => {
    for (const username of ['ada', 'bob', 'carla', 'dan']) {
      const lines = await app.db
        .selectFrom('notifications')
        .innerJoin('members', 'members.id', 'member_id')
        .select(['kind', 'read_at'])
        .where('username', '=', username)
        .execute()
      expect(new Set(lines.map(({ kind }) => kind)).size, username).toBeGreaterThan(2)
      expect(lines.filter(({ read_at }) => read_at === null).length, username).toBeGreaterThan(1)
      expect(
        lines.some(({ read_at }) => read_at !== null),
        username,
      ).toBe(true)
    }
  })

  test.each(['ada', 'bob', 'carla', 'dan'])(
    '%s has sent join requests in every state, and waits to answer some',
    async (username) => {
      const member = await logInAs(username)
      const list = async (box: JoinRequestBox) =>
        (await member.call(listJoinRequests, { querystring: { box, limit: 50 } })).data
      const sent = new Set((await list('sent')).map(({ state }) => state))
      expect([...sent]).toEqual(
        expect.arrayContaining(['waiting', 'talking', 'declined', 'withdrawn', 'ended']),
      )
      const received = (await list('received')).filter(({ canAnswer }) => canAnswer)
      expect(received.length).toBeGreaterThan(1)
    },
  )

  test('roles, teams and counts of projects agree', async () => {
    const { rows } = await sql<{ state: string; roles: number }>`
      select state, count(*)::integer as roles from roles group by state order by state`.execute(
      app.db,
    )
    expect(rows.map(({ state }) => state)).toEqual(['closed', 'filled', 'open', 'paused'])
    const wrong = await sql`
      select id from roles where filled <> (select count(*) from join_requests where role_id = roles.id and state = 'accepted')
      union all
      select post_id from projects where team_size <> (select count(*) from team_members where post_id = projects.post_id)
        or open_roles <> (select count(*) from roles where post_id = projects.post_id and state = 'open')
      union all
      select id from join_requests where state = 'waiting' and (due_at < now() or next_at < now())
        or created_at < (select created_at from roles where id = role_id)`.execute(app.db)
    expect(wrong.rows).toEqual([])
  })

  test('two teams have written in their rooms for a week, and every writer is in the room', async () => {
    const { rows } = await sql<{ post: string; days: number; messages: number; strangers: number }>`
      select title as post, count(*)::integer as messages,
        (extract(epoch from max(changed_at) - min(changed_at)) / 86400)::integer as days,
        count(*) filter (where not exists (
          select from room_members as place
          where place.room_id = rooms.id and place.member_id = sender_id and left_at is null and from_id < messages.id))::integer as strangers
      from messages join rooms on rooms.id = conversation_id join posts on posts.id = post_id
      where line is null group by title order by title`.execute(app.db)
    expect(rows.map(({ post }) => post)).toEqual(
      readSampleRooms()
        .map(({ post }) => post)
        .toSorted(),
    )
    for (const { post, days, messages, strangers } of rows) {
      expect(strangers, post).toBe(0)
      expect(days, post).toBeGreaterThan(5)
      expect(messages, post).toBeGreaterThan(20)
    }

    const ada = await logInAs('ada')
    const { data, unreadCount } = await ada.call(listRooms, PAGE)
    expect(data.map(({ name }) => name)).toEqual(
      expect.arrayContaining(rows.map(({ post }) => post)),
    )
    expect(unreadCount).toBe(6)
    const said = readSampleRooms().flatMap(({ messages }) => messages)
    const marked = await sql`
      select count(*) filter (where messages.is_markdown)::integer as markdown, count(answered.id)::integer as answers
      from messages left join messages as answered on answered.id = messages.reply_to`.execute(
      app.db,
    )
    expect(marked.rows).toEqual([
      {
        markdown: said.filter(({ isMarkdown }) => isMarkdown).length,
        answers: said.filter(({ answers }) => answers !== undefined).length,
      },
    ])
    const joined = await sql`
      select from messages join rooms on rooms.id = conversation_id
      join team_members on team_members.post_id = rooms.post_id and member_id = sender_id
      where line is not null and changed_at <> joined_at::timestamptz(3)`.execute(app.db)
    expect(joined.rows).toEqual([])
  })

  test('half of the members have a face, and thirty posts a cover; each file is stored', async () => {
    const { rows } = await sql<{ members: number; faces: number; covers: number; drawn: number }>`
      select (select count(*)::integer from members) as members,
        (select count(*)::integer from members where picture is not null) as faces,
        (select count(*)::integer from posts where cover_key is not null) as covers,
        (select count(*)::integer from posts where body like '%](picture:%') as drawn`.execute(
      app.db,
    )
    const { members = 0, faces, covers, drawn } = rows[0] ?? {}
    expect([faces, covers, drawn]).toEqual([Math.ceil(members / 2), 30, 0])

    const ada = await logInAs('ada')
    const { data: posts } = await ada.call(browsePosts, { querystring: { limit: 50 } })
    const covered = posts.flatMap(({ cover, body }) => [
      ...(cover ? [cover.url] : []),
      ...listBodyPictures(body),
    ])
    const faceUrls = posts.flatMap(({ user }) => user?.profilePicture || [])
    expect(covered.length).toBeGreaterThan(10)
    for (const url of [...covered, ...covered.map(toSmallBodyPictureUrl), ...faceUrls]) {
      expect(storedNames).toContain(url.slice(1))
    }
  })

  test('every sample case is there, and its reporters are members', async () => {
    const reports = await app.db.selectFrom('reports').select('reporter_id').execute()

    expect(reports).toHaveLength(readSampleCases().flatMap(({ reports: each }) => each).length)
    expect(reports.map(({ reporter_id }) => reporter_id)).not.toContain(null)
  })
})
