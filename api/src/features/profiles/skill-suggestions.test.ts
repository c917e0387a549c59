import { getViewer } from '@dolph/contract/accounts/viewer'
import { suggestSkills, updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { startApp } from '../../testing/start-app.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }

describe('skills are suggested', () => {
  test('if several members list them, the most listed first, in the first spelling', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    await createSkillFixtures(api.db, { Rust: 2, 'Ruby on Rails': 3, RUM: 1, Go: 5 })
    await saveSkills(api.db, await createMemberFixture(api.db, 'late'), ['RUST', 'rust belt'])

    const { data } = await ada.call(suggestSkills, { querystring: { q: ' rU' } })

    expect(data).toEqual(['Ruby on Rails', 'Rust'])
  })

  test('at most eight', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const counts = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`s${index}`, 2 + index]),
    )
    await createSkillFixtures(api.db, counts)
    const { data } = await ada.call(suggestSkills, { querystring: { q: 's' } })
    expect(data).toEqual(['s11', 's10', 's9', 's8', 's7', 's6', 's5', 's4'])
  })

  test('by the typed text, in which no character is a wildcard', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    await createSkillFixtures(api.db, {
      'C++': 2,
      '100% Rust': 2,
      a_b: 2,
      axb: 2,
      'a\\b': 2,
      Éclair: 2,
    })
    const suggest = async (q: string) =>
      (await ada.call(suggestSkills, { querystring: { q } })).data

    expect(await suggest('c+')).toEqual(['C++'])
    expect(await suggest('%')).toEqual([])
    expect(await suggest('100%')).toEqual(['100% Rust'])
    expect(await suggest('a_')).toEqual(['a_b'])
    expect(await suggest('a\\')).toEqual(['a\\b'])
    expect(await suggest('é')).toEqual(['Éclair'])
    expect(await suggest("'; drop table skills; --")).toEqual([])
  })

  test.each(['', ' ', 'x'.repeat(41), '\u0000'])('never for %j', async (q) => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    expect((await ada.send(suggestSkills, { querystring: { q } })).statusCode).toBe(400)
  })

  test('not if only one member lists two spellings of a skill', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    // These differ in lower case in JavaScript, but not in PostgreSQL.
    await ada.call(updateProfile, { body: { skills: ['ΟΔΟΣ', 'οδοσ'] } })
    expect((await ada.call(suggestSkills, { querystring: { q: 'οδ' } })).data).toEqual([])
    expect(await api.db.selectFrom('skills').select('members').execute()).toEqual([{ members: 1 }])
  })
})

describe('skills are counted', () => {
  test('exactly, while members save, join and are deleted concurrently', async () => {
    await using api = await startApp(relaxed)
    const names = ['ada', 'bob', 'carla', 'dan']
    const members = []
    for (const name of names) members.push(await signInNewMember(api, name))
    const all = ['Rust', 'Go', 'C++', 'Zig', 'Lua', 'Ada', 'Elm', 'Nim', 'SQL', 'Ünï', 'Perl', 'D']
    const statuses = new Set<number>()

    for (let round = 0; round < 12; round += 1) {
      const leavingIds = await Promise.all(
        [0, 1].map((index) => createMemberFixture(api.db, `r${round}-${index}`)),
      )
      for (const id of leavingIds) await saveSkills(api.db, id, pickRandomSkills(all))
      await Promise.all([
        ...members.flatMap((member) =>
          [0, 1].map(async () => {
            const reply = await member.send(updateProfile, {
              body: { skills: pickRandomSkills(all) },
            })
            statuses.add(reply.statusCode)
          }),
        ),
        ...leavingIds.map((id) => api.db.deleteFrom('members').where('id', '=', id).execute()),
      ])
      const expected = await recountSkills(api.db)
      expect(await readSkillCounts(api.db)).toEqual(expected)
    }
    expect([...statuses]).toEqual([200])
  })

  test('down to no row when no member lists them any more', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const { _id } = await ada.call(getViewer, {})
    await ada.call(updateProfile, { body: { skills: ['Rust', 'Go'] } })
    await ada.call(updateProfile, { body: { skills: ['go'] } })
    expect(await readSkillCounts(api.db)).toEqual([{ folded: 'go', members: 1 }])
    await ada.call(updateProfile, { body: { bio: 'No word about skills' } })
    expect(await readSkillCounts(api.db)).toEqual([{ folded: 'go', members: 1 }])
    await api.db.deleteFrom('members').where('id', '=', _id).execute()
    expect(await readSkillCounts(api.db)).toEqual([])
  })

  test('without deadlocks, in whatever order members list them', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const ids = await Promise.all(['ada', 'bob'].map((name) => createMemberFixture(db, name)))
    const all = Array.from({ length: 50 }, (_, index) => `skill ${index}`)
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(
        ids.map((id, index) =>
          saveSkills(
            db,
            id,
            index === 0 ? pickRandomSkills(all, 40) : pickRandomSkills(all, 40).toReversed(),
          ),
        ),
      )
    }
    expect(await readSkillCounts(db)).toEqual(await recountSkills(db))
  })
})

/** Creates members so that each skill is listed by the given number of them. */
async function createSkillFixtures(db: Database, counts: Record<string, number>): Promise<void> {
  for (let index = 0; index < Math.max(...Object.values(counts)); index += 1) {
    const skills = Object.keys(counts).filter((skill) => (counts[skill] ?? 0) > index)
    await saveSkills(db, await createMemberFixture(db, `lister-${index}`), skills)
  }
}

async function saveSkills(db: Database, memberId: string, skills: string[]): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ member_id: memberId, skills })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ skills }))
    .execute()
}

function pickRandomSkills(all: string[], count = Math.floor(Math.random() * 8)): string[] {
  const shuffled = all
    .map((skill) => (Math.random() < 0.3 ? skill.toUpperCase() : skill))
    .map((skill) => [Math.random(), skill] as const)
    .toSorted(([one], [other]) => one - other)
  return shuffled.slice(0, count).map(([, skill]) => skill)
}

async function readSkillCounts(db: Database) {
  return db.selectFrom('skills').select(['folded', 'members']).orderBy('folded').execute()
}

async function recountSkills(db: Database) {
  const { rows } = await sql<{ folded: string; members: number }>`
    select lower(skill) as folded, count(distinct member_id)::integer as members
    from profiles, unnest(skills) as skill group by 1 order by 1`.execute(db)
  return rows
}

test('skills are counted once per statement: many profiles at once, changed and deleted', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const count = async () => {
    const { rows } = await sql<{ count: Record<string, number> }>`
      select coalesce(json_object_agg(folded, members), '{}') as count from skills`.execute(db)
    return rows[0]?.count
  }
  await sql`insert into members (username) select 'member' || n from generate_series(1, 5000) as n`.execute(
    db,
  )
  // With an update of the counter per row, this ran into the statement timeout.
  await sql`
    insert into profiles (member_id, skills) select id, '{Go,go,Rust,React,SQL}' from members`.execute(
    db,
  )
  expect(await count()).toEqual({ go: 5000, rust: 5000, react: 5000, sql: 5000 })

  await sql`
    update profiles set skills = '{Go,Zig}' where member_id in (select id from members where username < 'member2')`.execute(
    db,
  )
  expect(await count()).toEqual({ go: 5000, rust: 3889, react: 3889, sql: 3889, zig: 1111 })
  await sql`
    insert into profiles (member_id, skills) select id, '{Zig}' from members
    on conflict (member_id) do update set skills = excluded.skills`.execute(db)
  expect(await count()).toEqual({ zig: 5000 })
  await sql`delete from profiles`.execute(db)
  expect(await count()).toEqual({})
})
