import { getViewer } from '@dolph/contract/accounts/viewer'
import { browseRoles, type RoleFilter, type RoleOrder } from '@dolph/contract/roles/roles'
import { blockMember, muteMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../../testing/fixtures.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { FIT_WINDOW_SIZE } from './fit-window-query.ts'
import { ENTRIES_READ_MAX } from './role-page-query.ts'

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})

describe('open roles are found', () => {
  beforeAll(async () => {
    const post = await createPostOf('filters', ['games', 'web'])
    const other = await createPostOf('filters-too', [])
    const roles = [
      [post, { title: 'Berlin', skills: ['ReactJS', 'Go'], zone: 'Europe/Berlin', zone_spread: 3 }],
      [post, { title: 'Any zone', skills: ['Rust'], hours_from: 20, hours_to: 30 }],
      [
        other,
        { title: 'Offset', skills: ['React'], zone: '+05:30', zone_spread: 3, term: 'weeks' },
      ],
      [other, { title: 'Paid', skills: ['SQL'], reward: 'paid', reward_note: '50 an hour' }],
      [other, { title: 'Closed', skills: ['React'], state: 'closed' }],
    ] as const
    for (const [postId, { skills, ...fields }] of roles) {
      await createRoleFixture(api.db, postId, { ...fields, skills: [...skills] })
    }
  })

  test.each<[string, RoleFilter, string[]]>([
    ['newest first', {}, ['Paid', 'Offset', 'Any zone', 'Berlin']],
    ['by any name of a skill', { skill: ' React.JS' }, ['Offset', 'Berlin']],
    ['by the beginning of a skill', { skillStart: 'rus' }, ['Any zone']],
    ['by the beginning of another name of it', { skillStart: 'GOLAN' }, ['Berlin']],
    [
      'by the beginning of several, each role once',
      { skillStart: 'r' },
      ['Offset', 'Any zone', 'Berlin'],
    ],
    ['by a whole name as it is typed', { skillStart: 'React' }, ['Offset', 'Berlin']],
    ['by a beginning and a topic', { skillStart: 're', topic: 'web' }, ['Berlin']],
    ['by a beginning of no skill', { skillStart: 'co%' }, []],
    ['by topic', { topic: 'games' }, ['Any zone', 'Berlin']],
    ['by skill and topic', { skill: 'react', topic: 'web' }, ['Berlin']],
    ['by reward', { reward: 'paid' }, ['Paid']],
    ['by the hours one has', { hours: 10 }, ['Paid', 'Offset', 'Berlin']],
    ['by the time zone one is in', { near: 'Europe/Lisbon' }, ['Paid', 'Any zone', 'Berlin']],
    [
      'by a time zone written as an offset',
      { near: 'Asia/Kolkata' },
      ['Paid', 'Offset', 'Any zone'],
    ],
    ['by term', { term: 'weeks' }, ['Offset']],
    ['by a skill that nobody looks for', { skill: 'COBOL' }, []],
  ])('%s', async (_, filter, titles) => {
    expect((await readAll(filter)).map(({ role }) => role.title)).toEqual(titles)
  })

  test('with the project they belong to, and in pages of any size', async () => {
    const [first] = await readAll({ topic: 'games' })
    expect(first?.post).toMatchObject({
      title: 'Tide',
      state: null,
      topics: ['games', 'web'],
      user: { userName: 'filters' },
    })
    const whole = await readAll({})
    for (const limit of ['1', '3']) expect(await readAll({}, { limit })).toEqual(whole)
  })
})

test('roles of hidden and unlisted posts, and of suspended and deleted authors, are not listed', async () => {
  const cases = {
    hidden: sql`update posts set hidden_at = now()`,
    unlisted: sql`update projects set is_listed = false`,
    suspended: sql`update members set suspended_until = now() + interval '1 day'`,
    deleted: sql`update members set deleted_at = now()`,
  }
  for (const [name, change] of Object.entries(cases)) {
    const skill = `only-${name}`
    const post = await createPostOf(`author-${name}`, [])
    await createRoleFixture(api.db, post, { skills: [skill] })
    expect(await readAll({ skill })).toHaveLength(1)
    const column = { hidden: 'id', unlisted: 'post_id' }[name]
    const author = sql`(select author_id from posts where id = ${post})`
    await sql`${change} where ${column === undefined ? sql`id = ${author}` : sql`${sql.ref(column)} = ${post}`}`.execute(
      api.db,
    )
    // A filter that changes nothing: the page of the same address is cached for a second.
    expect(await readAll({ skill, hours: 40 })).toEqual([])
  }
})

test('a member reads the fit of others’ roles, and none of members whom they block or mute', async () => {
  const bob = await signInNewMember(api, 'bob')
  const { _id: bobId } = await bob.call(getViewer, {})
  await api.db
    .insertInto('profiles')
    .values({ member_id: bobId, skills: ['Haskell'] })
    .execute()
  const own = await createPostFixture(api.db, bobId)
  await createRoleFixture(api.db, own, { skills: ['Haskell'] })
  const others = await Promise.all(
    ['to-block', 'to-mute', 'blocks-bob', 'stays'].map(async (name) => {
      const post = await createPostOf(name, [])
      await createRoleFixture(api.db, post, { skills: ['Haskell', 'Nix'], title: name })
      return readAuthor(post)
    }),
  )
  const [blocked = '', muted = '', blocker = ''] = others
  const read = async () => {
    const { data } = await bob.call(browseRoles, { querystring: { skill: 'haskell' } })
    return data.map(({ role, post }) => [post.user.userName, role.fit?.skills.points ?? null])
  }
  expect(await read()).toHaveLength(5)

  await bob.call(blockMember, { params: { id: blocked } })
  await bob.call(muteMember, { params: { id: muted } })
  await api.db.insertInto('blocks').values({ member_id: blocker, other_id: bobId }).execute()
  expect(await read()).toEqual([
    ['stays', 25],
    ['bob', null],
  ])
})

describe('a member with skills reads the best fit first', () => {
  let eve: Awaited<ReturnType<typeof signInNewMember>>
  const titles = ['Nothing', 'Must', 'One of two', 'Both', 'Both, many hours', 'Also both']
  beforeAll(async () => {
    eve = await signInNewMember(api, 'eve')
    const { _id } = await eve.call(getViewer, {})
    await api.db
      .insertInto('profiles')
      .values({ member_id: _id, skills: ['Elm', 'OCaml'] })
      .execute()
    const post = await createPostOf('ordered', ['games'])
    const roles = [
      { skills: ['Fortran'] },
      { skills: ['Elm', 'OCaml', 'Ada'], must_skills: ['Ada'] },
      { skills: ['Elm', 'Ada'] },
      { skills: ['OCaml', 'Elm'] },
      { skills: ['OCaml', 'Elm'], hours_from: 30, hours_to: 40 },
      { skills: ['elm'] },
    ]
    for (const [at, fields] of roles.entries()) {
      await createRoleFixture(api.db, post, { ...fields, title: titles[at] ?? '' })
    }
  })

  const read = async (querystring: Parameters<typeof readAllOf>[1]) => {
    const found = await readAllOf(eve, querystring)
    return found.map(({ role }) => role.title).filter((title) => titles.includes(title))
  }

  const byFit = ['Also both', 'Both, many hours', 'Both', 'One of two', 'Must', 'Nothing']

  test('of all roles, in pages of any size, each once', async () => {
    const { order } = await eve.call(browseRoles, { querystring: {} })
    expect(order).toBe('fit')
    const whole = await readAllOf(eve, {})
    for (const limit of ['1', '2', '3', '100'])
      expect(await readAllOf(eve, { limit })).toEqual(whole)
    const newest = await readAllOf(eve, { order: 'newest' })
    const sortIds = (items: typeof whole) => items.map(({ role }) => role._id).toSorted()
    expect(sortIds(whole)).toEqual(sortIds(newest))
    expect(await read({})).toEqual(byFit)
    expect(whole.slice(0, 5).map(({ role }) => role.title)).toEqual(byFit.slice(0, 5))
  })

  test('also by what else they offer, once they are open to join', async () => {
    const { _id } = await eve.call(getViewer, {})
    const until = sql<string>`current_date + 30`
    await api.db
      .insertInto('availabilities')
      .values({
        member_id: _id,
        hours: 8,
        zone: 'Europe/Berlin',
        rewards: ['unpaid'],
        topics: ['games'],
        until,
      })
      .execute()
    expect(await read({})).toEqual([
      'Also both',
      'Both',
      'Both, many hours',
      'One of two',
      'Must',
      'Nothing',
    ])
    await api.db.deleteFrom('availabilities').where('member_id', '=', _id).execute()
  })

  test('of a filter, and by time if they ask for it', async () => {
    expect(await read({ topic: 'games' })).toEqual(byFit)
    expect(await read({ skill: 'ada' })).toEqual(['One of two', 'Must'])
    expect(await read({ skillStart: 'for' })).toEqual(['Nothing'])
    expect(await read({ hours: 10, limit: '1' })).toEqual(
      byFit.filter((title) => title !== 'Both, many hours'),
    )
    expect(await read({ order: 'newest' })).toEqual(titles.toReversed())
  })

  test('and by time as long as their profile has no skill', async () => {
    const noSkills = await signInNewMember(api, 'no-skills')
    // A page that no visitor has read yet: theirs are kept for a second.
    const querystring = { limit: '99' }
    const { order, data } = await noSkills.call(browseRoles, { querystring })
    expect(order).toBe('newest')
    const visitors = await api.visitor.call(browseRoles, { querystring })
    expect(visitors.order).toBeUndefined()
    expect(data.map(({ role }) => role._id)).toEqual(visitors.data.map(({ role }) => role._id))
  })

  test(
    'in windows where very many roles name one of their skills',
    { timeout: 60_000 },
    async () => {
      const author = await createMemberFixture(api.db, 'windows')
      const skills = ['Elm', 'Ada']
      await addRoles(author, FIT_WINDOW_SIZE, { title: 'Many', skills })
      // The statements of the readers were planned while the tables were almost empty.
      await sql`analyze roles, open_role_terms, posts, projects, members`.execute(api.db)
      const all = await readAllOf(eve, { limit: '100' })
      const ids = all.map(({ role }) => role._id)
      expect(new Set(ids).size).toBe(ids.length)
      const own = all.map(({ role }) => role.title).filter((title) => titles.includes(title))
      expect(own).toEqual(byFit)
      // The second window, which has the older roles, begins after the first.
      expect(all.findIndex(({ role }) => role.title === 'Also both')).toBe(FIT_WINDOW_SIZE)
      await sql`delete from roles where title = 'Many'`.execute(api.db)
    },
  )

  test('and an unknown cursor is refused', async () => {
    const reply = await eve.send(browseRoles, { querystring: { cursor: 'x'.repeat(40) } })
    expect(reply.statusCode).toBe(400)
  })
})

/** Each role on a post of its own. In several statements: each must end before the timeout of statements, also on a busy machine. */
async function addRoles(
  author: string,
  count: number,
  { title, skills }: { title: string; skills: string[] },
): Promise<void> {
  const keys = skills.map((skill) => skill.toLowerCase())
  for (let rest = count; rest > 0; rest -= 200) {
    await sql`
      with added as (
        insert into posts (author_id, type, title, body)
        select ${author}, 'showcase', 'Tide', 'Clock' from generate_series(1, ${Math.min(rest, 200)}::integer) returning id)
      insert into roles (post_id, title, skills, skill_keys, hours_from, hours_to, term, reward, seats)
      select id, ${title}, ${skills}::text[], ${keys}::text[], 4, 8, 'open', 'unpaid', 1 from added`.execute(
      api.db,
    )
  }
}

test('a filter that matches nothing looks at a bounded number of roles, and its cursor leads on', async () => {
  const author = await createMemberFixture(api.db, 'many')
  await addRoles(author, ENTRIES_READ_MAX + 10, { title: 'Common', skills: ['Common'] })
  await sql`
    update roles set reward = 'equity', confirmed_on = confirmed_on - 1
    where id = (select min(id::text)::uuid from roles where title = 'Common')`.execute(api.db)

  const querystring = { skill: 'common', reward: 'equity' } as const
  const first = await api.visitor.call(browseRoles, { querystring })
  expect(first.data).toEqual([])
  const cursor = first.nextCursor ?? ''
  const second = await api.visitor.call(browseRoles, { querystring: { ...querystring, cursor } })
  expect(second.data).toHaveLength(1)
  expect(second.nextCursor).toBeNull()
}, 60_000)

test('roles without a sign of life for four weeks come last and are marked', async () => {
  const post = await createPostOf('quiet', [])
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  for (const days of [28, 0, 27]) {
    await createRoleFixture(api.db, post, { skills: ['Zig'], confirmed_on: daysAgo(days) })
  }
  const found = await readAll({ skill: 'zig' })
  expect(found.map(({ role }) => [role.confirmedOn, role.isQuiet])).toEqual([
    [daysAgo(0), false],
    [daysAgo(27), false],
    [daysAgo(28), true],
  ])
})

test('an invalid cursor is refused', async () => {
  const reply = await api.visitor.send(browseRoles, { querystring: { cursor: 'abc' } })
  expect(reply.statusCode).toBe(400)
})

async function createPostOf(userName: string, topics: ('games' | 'web')[]) {
  const author = await createMemberFixture(api.db, userName)
  const post = await createPostFixture(api.db, author)
  await api.db.insertInto('projects').values({ post_id: post, topics, state: null }).execute()
  return post
}

async function readAuthor(post: string) {
  const { author_id: author } = await api.db
    .selectFrom('posts')
    .select('author_id')
    .where('id', '=', post)
    .executeTakeFirstOrThrow()
  return author
}

/** All pages as a visitor reads them. */
async function readAll(filter: RoleFilter, page: { limit?: string } = {}) {
  return readAllOf(api.visitor, { ...filter, ...page })
}

/** All pages as this reader gets them. */
async function readAllOf(
  reader: Pick<typeof api.visitor, 'call'>,
  query: RoleFilter & { limit?: string; order?: RoleOrder },
) {
  const all = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const querystring = { ...query, ...(cursor !== undefined && { cursor }) }
    const reply = await reader.call(browseRoles, { querystring })
    all.push(...reply.data)
    cursor = reply.nextCursor
  }
  return all
}
