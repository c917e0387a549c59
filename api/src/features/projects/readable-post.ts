import { sql, type RawBuilder } from 'kysely'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { Reader } from '../../platform/db/reader.ts'
import type { Topic } from '@dolph/contract/projects/projects'
import { isOwner } from './owners.ts'

/** Whether the viewer may read a row of `posts`: a hidden one is read by its author only. */
export function isReadablePost(viewerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(posts.hidden_at is null or posts.author_id = ${viewerId})`
}

export interface PostViewer {
  postId: string
  viewerId: string
}

interface ReadablePost {
  id: string
  authorId: string
  topics: Topic[]
  /** Whether the viewer may write roles and updates of the post. */
  isOwner: boolean
}

/** What the viewer may know of a post before its roles or team are read; undefined if they may not read it. */
export async function selectReadablePost(
  reader: Reader,
  viewer: PostViewer,
): Promise<ReadablePost | undefined> {
  return (await readablePostStatement.run(reader, viewer))[0]
}

const readablePostStatement = prepareStatement<PostViewer, ReadablePost>((placeholder) => {
  const viewerId = sql`${placeholder('viewerId')}::uuid`
  return toCompilable(sql`
    select posts.id, posts.author_id as "authorId", coalesce(projects.topics, '{}') as topics,
      ${isOwner(viewerId, sql.ref('posts.id'))} as "isOwner"
    from posts left join projects on projects.post_id = posts.id
    where posts.id = ${placeholder('postId')} and ${isReadablePost(viewerId)}`)
})
