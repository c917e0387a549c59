import { skillKey } from '@dolph/contract/skills/skills'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { confirmProjectRoles } from '../projects/confirm-project-roles.ts'

const SKILLS = ['React', 'reactjs', 'Go', 'SQL', 'Docker', 'Rust', 'C', 'Figma', 'Vue']
const TOPICS = ['games', 'web', 'maps', 'music'] as const
const STATES = ['open', 'paused', 'filled', 'closed'] as const

const skills = fc
  .uniqueArray(fc.constantFrom(...SKILLS), { minLength: 1, maxLength: 8, selector: skillKey })
  .map((names) => ({ skills: names, skill_keys: names.map(skillKey) }))
const action = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), skills }),
  fc.record({ kind: fc.constant('skills' as const), nth: fc.nat(), skills }),
  fc.record({
    kind: fc.constant('state' as const),
    nth: fc.nat(),
    state: fc.constantFrom(...STATES),
  }),
  fc.record({ kind: fc.constant('delete' as const), nth: fc.nat() }),
  fc.record({ kind: fc.constant('age' as const), nth: fc.nat() }),
  fc.record({ kind: fc.constant('alive' as const) }),
  fc.record({
    kind: fc.constant('topics' as const),
    topics: fc.uniqueArray(fc.constantFrom(...TOPICS)),
  }),
)

test('the terms of open roles and the counts of a project equal a recount after any changes', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const author = await createMemberFixture(db, 'ada')
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
      const post = await createPostFixture(db, author)
      for (const each of actions) {
        await run(db, post, each)
        expect(await readStored(db, post)).toEqual(await recount(db, post))
      }
    }),
    { numRuns: 15 },
  )
})

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

async function run(db: Database, post: string, each: Action) {
  const roles = await db
    .selectFrom('roles')
    .select('id')
    .where('post_id', '=', post)
    .orderBy('id')
    .execute()
  const id = 'nth' in each ? roles[each.nth % Math.max(1, roles.length)]?.id : undefined
  if ('nth' in each && id === undefined) return
  const update = () => db.updateTable('roles').where('id', '=', id ?? '')
  switch (each.kind) {
    case 'add':
      await db
        .insertInto('roles')
        .values({
          post_id: post,
          title: 'Developer',
          ...each.skills,
          hours_from: 2,
          hours_to: 4,
          term: 'open',
          reward: 'unpaid',
          seats: 9,
        })
        .execute()
      break
    case 'skills':
      await update().set(each.skills).execute()
      break
    case 'state':
      await update().set({ state: each.state }).execute()
      break
    case 'delete':
      await db
        .deleteFrom('roles')
        .where('id', '=', id ?? '')
        .execute()
      break
    case 'age':
      await update()
        .set({ confirmed_on: sql`confirmed_on - 1` })
        .execute()
      break
    case 'alive':
      await db.transaction().execute((tx) => confirmProjectRoles(tx, post))
      break
    case 'topics':
      await db
        .updateTable('projects')
        .set({ topics: each.topics })
        .where('post_id', '=', post)
        .execute()
      break
  }
}

async function readStored(db: Database, post: string) {
  const { rows } = await sql`
    select (select json_agg(json_build_array(found.term, found.confirmed_on, role_id) order by role_id, found.term collate "C")
        from open_role_terms as found join roles on roles.id = role_id where post_id = ${post}) as terms,
      coalesce((select open_roles from projects where post_id = ${post}), 0) as "openRoles",
      coalesce((select open_skills from projects where post_id = ${post}), '{}') as "openSkills"`.execute(
    db,
  )
  return rows[0]
}

/** The same, from the roles and the topics alone. */
async function recount(db: Database, post: string) {
  const roles = await db
    .selectFrom('roles')
    .selectAll()
    .where('post_id', '=', post)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()
  const project = await db
    .selectFrom('projects')
    .select('topics')
    .where('post_id', '=', post)
    .executeTakeFirst()
  const topics = project?.topics ?? []
  const terms = roles.flatMap((role) =>
    [...role.skill_keys.map((key) => `skill:${key}`), ...topics.map((topic) => `topic:${topic}`)]
      .toSorted()
      .map((term) => [term, role.confirmed_on, role.id]),
  )
  const names = new Map<string, string>()
  for (const skill of roles.flatMap((role) => role.skills)) {
    if (!names.has(skillKey(skill))) names.set(skillKey(skill), skill)
  }
  return {
    terms: terms.length > 0 ? terms : null,
    openRoles: roles.length,
    openSkills: [...names.values()].slice(0, 6),
  }
}
