import type { PostType } from '@dolph/contract/posts'
import type { Database } from '../db/database.ts'

/** Puts a member straight into the database. */
export async function sowMember(db: Database, username: string): Promise<string> {
  const { id } = await db
    .insertInto('members')
    .values({ username })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface PostFields {
  id?: string
  title?: string
  type?: PostType
  body?: string
}

/** Puts a post with its counters straight into the database. */
export async function sowPost(
  db: Database,
  authorId: string,
  fields: PostFields = {},
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('posts')
      .values({
        author_id: authorId,
        title: 'Tide',
        type: 'showcase',
        body: 'A tide clock for the kitchen wall',
        ...fields,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('post_stats').values({ post_id: id }).execute()
    return id
  })
}
