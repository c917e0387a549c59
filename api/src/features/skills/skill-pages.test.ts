import { readSkill, readTopic } from '@dolph/contract/skills/skill-pages'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import {
  createMemberFixture,
  createOldMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../testing/fixtures.ts'
import { startApp } from '../../testing/start-app.ts'
import { hidePost } from '../posts/hiding.ts'
import { countQueries } from '../../testing/count-queries.ts'

type TestApp = Awaited<ReturnType<typeof startApp>>

const INVALID_XML = '\u0007\uFFFF'

async function read(api: TestApp, key: string, endpoint = readSkill) {
  const url = endpoint.url.replace(':key', encodeURIComponent(key))
  const reply = await api.app.inject(url)
  expect(reply.statusCode).toBe(200)
  return endpoint.schema.response[200].parse(reply.json())
}

interface ProjectFields {
  title?: string
  isNewcomers?: boolean
}

/** A project with open roles for these skills; by default of a member whose posts are for search engines. */
async function createProject(
  api: TestApp,
  skills: string[],
  { isNewcomers, ...fields }: ProjectFields = {},
) {
  const createAuthor = isNewcomers ? createMemberFixture : createOldMemberFixture
  const author = await createAuthor(api.db, `author${crypto.randomUUID().slice(0, 8)}`)
  const post = await createPostFixture(api.db, author, fields)
  const role = await createRoleFixture(api.db, post, { skills })
  return { author, post, role }
}

/** Lets a second pass, after which the cached page is read again. */
function passSecond() {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_001)
}

async function nameInProfile(api: TestApp, skill: string, username: string) {
  const member = await createMemberFixture(api.db, username)
  const values = { member_id: member, skills: [skill] }
  await api.db
    .insertInto('profiles')
    .values(values)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ skills: [skill] }))
    .execute()
  const term = { term: `skill:${skill.toLowerCase()}`, member_id: member }
  await api.db.insertInto('people_terms').values(term).execute()
}

describe('the page of a skill', () => {
  test('has the open roles and the newest projects of all its spellings', async () => {
    await using api = await startApp()
    const older = await createProject(api, ['ReactJS', 'Go'])
    const newer = await createProject(api, ['React'])
    await createProject(api, ['Rust'])

    for (const spelling of ['react', 'React', 'react.js']) {
      const { summary, roles, data } = await read(api, spelling)
      expect(summary).toEqual({ key: 'react', name: 'React', openRoles: 2, isIndexed: false })
      expect(roles.map(({ role }) => role._id).toSorted()).toEqual(
        [older.role, newer.role].toSorted(),
      )
      expect(data.map(({ _id }) => _id)).toEqual([newer.post, older.post])
    }
  })

  test('is for search engines from three open roles on', async () => {
    await using api = await startApp()
    for (let index = 0; index < 3; index += 1) await createProject(api, ['React'])
    expect((await read(api, 'react')).summary).toMatchObject({ openRoles: 3, isIndexed: true })
  })

  test('is for search engines only if three of its roles are of members of more than a week', async () => {
    await using api = await startApp()
    for (let index = 0; index < 3; index += 1)
      await createProject(api, ['React'], { isNewcomers: true })
    await createProject(api, ['React'])
    expect((await read(api, 'react')).summary).toMatchObject({ openRoles: 4, isIndexed: false })
  })

  test('lists a project with several roles once', async () => {
    await using api = await startApp()
    const { post } = await createProject(api, ['React'])
    await createRoleFixture(api.db, post, { skills: ['React'] })
    const { summary, roles, data } = await read(api, 'react')
    expect([summary.openRoles, roles.length, data.length]).toEqual([2, 2, 1])
  })

  test('counts up to a hundred roles and shows twenty of them, with twelve projects', async () => {
    await using api = await startApp()
    const author = await createMemberFixture(api.db, 'ada')
    for (let index = 0; index < 26; index += 1) {
      const post = await createPostFixture(api.db, author)
      for (let role = 0; role < 4; role += 1)
        await createRoleFixture(api.db, post, { skills: ['React'] })
    }
    const { summary, roles, data } = await read(api, 'react')
    expect([summary.openRoles, roles.length, data.length]).toEqual([100, 20, 12])
  })

  test('is empty for a skill that two profiles name, and missing for one that fewer do', async () => {
    await using api = await startApp()
    await nameInProfile(api, 'Forth', 'ada')
    expect((await api.app.inject('/api/skills/forth')).statusCode).toBe(404)
    await nameInProfile(api, 'Forth', 'lin')
    passSecond()
    const page = await read(api, 'forth')
    vi.restoreAllMocks()
    expect(page.summary).toEqual({ key: 'forth', name: 'Forth', openRoles: 0, isIndexed: false })
    expect([page.roles, page.data]).toEqual([[], []])
  })

  test.each(['cobol', '%00', '<script>', '..%2f', 'a'.repeat(41), '\u{1f600}'])(
    'is missing for the unknown skill %j',
    async (key) => {
      await using api = await startApp()
      const reply = await api.app.inject(`/api/skills/${encodeURIComponent(key)}`)
      expect(reply.statusCode).toBe(404)
      const feed = await api.app.inject(`/skills/${encodeURIComponent(key)}/feed.xml`)
      expect(feed.statusCode).toBe(404)
    },
  )

  test('exists for skills with characters of a URL', async () => {
    await using api = await startApp()
    await createProject(api, ['C#', 'UI/UX', 'c++', '100%'])
    for (const key of ['c#', 'ui/ux', 'c++', '100%'])
      expect((await read(api, key)).summary.openRoles).toBe(1)
  })

  test.each(['hidden', 'unlisted', 'closed', 'of a deleted member', 'of a suspended member'])(
    'has no role and no project that is %s, a second later',
    async (change) => {
      await using api = await startApp()
      const { author, post, role } = await createProject(api, ['React'])
      await nameInProfile(api, 'React', 'lin')
      await nameInProfile(api, 'React', 'bob')
      expect((await read(api, 'react')).summary.openRoles).toBe(1)
      const now = sql<string>`now()`
      const later = sql<string>`now() + interval '1 day'`
      const { db } = api
      const changes: Record<string, () => Promise<unknown>> = {
        hidden: () =>
          db.updateTable('posts').set({ hidden_at: now }).where('id', '=', post).execute(),
        unlisted: () =>
          db
            .updateTable('projects')
            .set({ is_listed: false })
            .where('post_id', '=', post)
            .execute(),
        closed: () =>
          db.updateTable('roles').set({ state: 'closed' }).where('id', '=', role).execute(),
        'of a deleted member': () =>
          db.updateTable('members').set({ deleted_at: now }).where('id', '=', author).execute(),
        'of a suspended member': () =>
          db
            .updateTable('members')
            .set({ suspended_until: later })
            .where('id', '=', author)
            .execute(),
      }
      await changes[change]?.()
      passSecond()
      const { summary, roles, data } = await read(api, 'react')
      vi.restoreAllMocks()
      expect([summary.openRoles, roles, data]).toEqual([0, [], []])
    },
  )

  test('is gone a second after its last role, if no profile names the skill', async () => {
    await using api = await startApp()
    const { post } = await createProject(api, ['Cobol'])
    await read(api, 'cobol')
    await api.db.deleteFrom('posts').where('id', '=', post).execute()
    passSecond()
    const reply = await api.app.inject('/api/skills/cobol')
    vi.restoreAllMocks()
    expect(reply.statusCode).toBe(404)
  })

  test('neither exists nor has its spelling by the role of a hidden post, however new that is', async () => {
    await using api = await startApp()
    for (let index = 0; index < 25; index += 1)
      await hidePost(api.db, (await createProject(api, ['COBOL'])).post)
    expect((await api.app.inject('/api/skills/cobol')).statusCode).toBe(404)
    const { role } = await createProject(api, ['Cobol'])
    const confirmed = { confirmed_on: sql<string>`current_date - 3` }
    await api.db.updateTable('roles').set(confirmed).where('id', '=', role).execute()
    passSecond()
    const { summary } = await read(api, 'cobol')
    vi.restoreAllMocks()
    expect(summary).toMatchObject({ name: 'Cobol', openRoles: 1 })
  })

  test('costs the queries of one page for many concurrent visitors', async () => {
    await using api = await startApp()
    await createProject(api, ['React'])
    const queries = countQueries(api)
    await Promise.all(Array.from({ length: 50 }, () => api.app.inject('/api/skills/react')))
    expect(queries.count).toBe(4)
  })
})

describe('the page of a topic', () => {
  test('has the open roles and projects of the topic', async () => {
    await using api = await startApp()
    const { post } = await createProject(api, ['Go'])
    const topics = { topics: ['games' as const] }
    await api.db.updateTable('projects').set(topics).where('post_id', '=', post).execute()
    const { summary, data } = await read(api, 'games', readTopic)
    expect(summary).toEqual({ key: 'games', name: 'Games', openRoles: 1, isIndexed: false })
    expect(data.map(({ _id }) => _id)).toEqual([post])
    expect((await read(api, 'art', readTopic)).summary.openRoles).toBe(0)
  })

  test.each(['cooking', 'Games', '%00'])('is missing for the unknown topic %s', async (key) => {
    await using api = await startApp()
    expect((await api.app.inject(`/api/topics/${encodeURIComponent(key)}`)).statusCode).toBe(404)
  })
})

describe('the feed of a skill', () => {
  test('has its newest projects and is well-formed whatever members write', async () => {
    await using api = await startApp({ env: { APP_ORIGIN: 'https://dolph.example' } })
    const skill = `]]><a b="c">&x;`
    const title = `]]> <script>alert(1)</script> &bogus;${INVALID_XML}`
    const { post } = await createProject(api, [skill], { title })
    const path = `/skills/${encodeURIComponent(skill)}/feed.xml`

    const reply = await api.app.inject(path)

    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('public, max-age=60')
    expect(reply.body).toContain(`<id>urn:uuid:${post}</id>`)
    expect(reply.body).toContain(`<id>https://dolph.example${path}</id>`)
    for (const text of ['<script', '<a b', ...INVALID_XML]) expect(reply.body).not.toContain(text)
    expect(isWellFormed(reply.body)).toBe(true)
  })
})

test('the sitemap has the skills and topics with three open roles', async () => {
  await using api = await startApp({ env: { APP_ORIGIN: 'https://dolph.example' } })
  for (let index = 0; index < 3; index += 1) await createProject(api, ['C&C', 'Go'])
  await createProject(api, ['Rust'])
  const { body, headers } = await api.app.inject('/sitemaps/skills.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(body.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    '<loc>https://dolph.example/skills/c%26c</loc>',
    '<loc>https://dolph.example/skills/go</loc>',
  ])
})

test('the sitemap has no skill whose third role is of a hidden post or of a member of less than a week', async () => {
  await using api = await startApp()
  for (let index = 0; index < 2; index += 1) await createProject(api, ['Cobol', 'Go', 'Rust'])
  const { post } = await createProject(api, ['Cobol'])
  await hidePost(api.db, post)
  await createProject(api, ['Go'], { isNewcomers: true })
  await createProject(api, ['Rust'])
  const { body } = await api.app.inject('/sitemaps/skills.xml')
  expect(body.match(/[a-z]+(?=<\/loc>)/g)).toEqual(['rust'])
})

/** Whether every element and entity is closed: text has no bare `<` or `&`. */
function isWellFormed(xml: string): boolean {
  const withoutCdata = xml.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '')
  const withoutTags = withoutCdata.replaceAll(/<\??\/?[a-z][^<>]*>/gi, '')
  return !/[<>]|&(?!(amp|lt|gt|quot|apos|#\d+);)/.test(withoutTags)
}
