import { randomUUID } from 'node:crypto'
import type { PostType } from '@dolph/contract/posts/post-type'
import { skillKey } from '@dolph/contract/skills/skills'
import { sql, type Insertable } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'
import { prepareSearchEntry, saveSearchEntry } from '../features/posts/search/search-index.ts'

/** Inserts a member directly into the database. */
export async function createMemberFixture(db: Database, username: string): Promise<string> {
  const { id } = await db
    .insertInto('members')
    .values({ username })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a member whose account is a year old: search engines may list what a member of more than a week writes. */
export async function createOldMemberFixture(db: Database, username: string): Promise<string> {
  const { id } = await db
    .insertInto('members')
    .values({ id: sql`uuid_v7(now() - interval '1 year')`, username })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface PostFixtureFields {
  id?: string
  title?: string
  type?: PostType
  body?: string
  github?: string
}

/** Inserts a post with its statistics, its rank and its search entry directly into the database. */
export async function createPostFixture(
  db: Database,
  authorId: string,
  fields: PostFixtureFields = {},
): Promise<string> {
  const post = await db
    .insertInto('posts')
    .values({
      author_id: authorId,
      title: 'Tide',
      type: 'showcase',
      body: 'A tide clock for the kitchen wall',
      ...fields,
    })
    .returning(['id', 'type', 'title', 'body'])
    .executeTakeFirstOrThrow()
  const { id, type } = post
  await db.insertInto('post_stats').values({ post_id: id }).execute()
  await db.insertInto('post_ranks').values({ post_id: id, type, like_count: 0 }).execute()
  const { username } = await db
    .selectFrom('members')
    .select('username')
    .where('id', '=', authorId)
    .executeTakeFirstOrThrow()
  await saveSearchEntry(db, id, await prepareSearchEntry(db, { ...post, username }))
  return id
}

type RoleFixtureFields = Partial<Omit<Insertable<Tables['roles']>, 'skill_keys'>>

/** Inserts a role of a post directly into the database, open by default. */
export async function createRoleFixture(
  db: Database,
  postId: string,
  fields: RoleFixtureFields = {},
): Promise<string> {
  const skills = fields.skills ?? ['React', 'Go']
  const { id } = await db
    .insertInto('roles')
    .values({
      post_id: postId,
      title: 'Developer',
      skills,
      skill_keys: skills.map(skillKey),
      hours_from: 4,
      hours_to: 8,
      term: 'months',
      reward: 'unpaid',
      seats: 1,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type JoinRequestFixtureFields = Partial<Insertable<Tables['join_requests']>>

/** Inserts a request of a member to join through a role directly into the database, waiting for a week by default. */
export async function createJoinRequestFixture(
  db: Database,
  { roleId, memberId }: { roleId: string; memberId: string },
  fields: JoinRequestFixtureFields = {},
): Promise<string> {
  const role = await db
    .selectFrom('roles')
    .innerJoin('posts', 'posts.id', 'post_id')
    .select([
      'post_id',
      'posts.author_id',
      'roles.title as role_title',
      'posts.title as post_title',
    ])
    .where('roles.id', '=', roleId)
    .executeTakeFirstOrThrow()
  const { author_id: ownerId, ...titles } = role
  const isInvitation = fields.from_owner === true
  const { id } = await db
    .insertInto('join_requests')
    .values({
      role_id: roleId,
      member_id: memberId,
      owner_id: ownerId,
      ...titles,
      sender_id: isInvitation ? ownerId : memberId,
      hours: isInvitation ? null : 6,
      note: 'I have built two tide clocks and would love to build this one.',
      due_at: sql`now() + interval '7 days'`,
      next_at: sql`now() + interval '84 hours'`,
      temp_id: randomUUID(),
      temp_digest: Buffer.alloc(16),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
