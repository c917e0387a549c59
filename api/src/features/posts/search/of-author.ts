import { sql } from 'kysely'
import { compiler, type Database } from '../../../db/database.ts'
import { perShape, prepare } from '../../../db/prepared.ts'
import { sizeOf, type FeedQuery, type FoundPost } from '../feed-query.ts'
import type { Quest } from './quest.ts'
import { isMatch, shapeOf, type Step, stepFor, type Values } from './step.ts'

/** What matches among the posts of one author: few enough to read them all. */
export async function findOfAuthor(db: Database, query: FeedQuery, quest: Quest) {
  const step = stepFor(query, quest)
  const shape = `${query.sort} ${shapeOf(step)}`
  const found = await statement(shape, () => prepareOfAuthor(step)).run(db, step.values)
  return found.slice(0, query.count)
}

const statement = perShape<ReturnType<typeof prepareOfAuthor>>()

function prepareOfAuthor(step: Step) {
  const isRecent = step.query.sort === 'recent'
  const likes = sql<number | null>`${isRecent ? sql`null` : sql`coalesce(like_count, 0)`}`
  return prepare<Values, FoundPost>((slot) =>
    compiler
      .selectFrom('posts')
      .innerJoin('post_search', 'post_search.post_id', 'posts.id')
      .leftJoin('post_stats', 'post_stats.post_id', 'posts.id')
      .select(['posts.id as _id', likes.as('likes')])
      .where('author_id', '=', slot('author'))
      .where('posts.id', '>=', slot('floor'))
      .where((row) => isMatch(row, slot, step))
      .$if(step.query.type !== null, (posts) => posts.where('posts.type', '=', slot('type')))
      .$if(isRecent, (posts) => posts.where('posts.id', '<', slot('beforeId')))
      .$if(!isRecent && step.query.before !== null, (posts) =>
        posts.where(
          sql<boolean>`(${likes}, posts.id) < (${slot('beforeLikes')}::int, ${slot('beforeId')}::uuid)`,
        ),
      )
      .$if(!isRecent, (posts) => posts.orderBy('likes', 'desc'))
      .orderBy('posts.id', 'desc')
      .limit(sql.lit(sizeOf(step.query))),
  )
}
