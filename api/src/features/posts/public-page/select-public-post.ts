import {
  INDEXED_AFTER_DAYS,
  MORE_BY_AUTHOR_MAX,
  PUBLIC_TEAM_MAX,
  PUBLIC_UPDATES_MAX,
  PublicPost,
} from '@dolph/contract/posts/read-public-post'
import type { RepositoryFacts, Topic } from '@dolph/contract/projects/projects'
import { OPEN_ROLES_MAX } from '@dolph/contract/roles/roles'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import { pictureUrlExpression } from '../../pictures/picture-url-expression.ts'
import { isVisibleMember } from '../../accounts/people.ts'
import { repositoryJson } from '../../projects/repository-json.ts'
import { roleJson, withoutFit } from '../../roles/role-json.ts'
import { publicUpdateJson } from '../../updates/update-json.ts'
import { getLowestPostIdAt } from '../post-ids.ts'
import { selectPostsByIds } from '../queries.ts'

const DAY_MS = 86_400_000

/** A post as visitors read it; undefined if there is none, it is hidden, or its author is deleted. */
export async function selectPublicPost(
  reader: Reader,
  id: string,
): Promise<PublicPost | undefined> {
  // An unknown id costs only this query.
  const [post] = await selectPostsByIds(reader, [id], null)
  if (!post) return undefined
  const [surroundings] = await surroundingsStatement.run(reader, {
    id,
    newcomerId: getLowestNewcomerId(Date.now()),
  })
  if (!surroundings) return undefined
  const { roles, updates, ...fields } = surroundings
  return PublicPost.parse({
    ...(JSON.parse(post.json) as object),
    ...fields,
    roles: roles.map((role) => JSON.parse(withoutFit(role)) as unknown),
    updates: updates.map((update) => JSON.parse(update) as unknown),
  })
}

/** The lowest id of a member whose account is too young for its posts to be indexed. */
export function getLowestNewcomerId(now: number): string {
  return getLowestPostIdAt(now - INDEXED_AFTER_DAYS * DAY_MS)
}

interface Surroundings {
  topics: Topic[]
  isIndexed: boolean
  roles: string[]
  team: PublicPost['team']
  updates: string[]
  repository: RepositoryFacts | null
  moreByAuthor: PublicPost['moreByAuthor']
}

export const surroundingsStatement = prepareStatement<
  { id: string; newcomerId: string },
  Surroundings
>((placeholder) =>
  toCompilable(sql`
    select coalesce(projects.topics, '{}') as topics,
      members.id < ${placeholder('newcomerId')}::uuid and coalesce(projects.is_listed, true) as "isIndexed",
      array(
        select ${roleJson(null)} from roles where roles.post_id = posts.id and state = 'open'
        order by id limit ${sql.lit(OPEN_ROLES_MAX)}) as roles,
      ${repositoryJson} as repository,
      coalesce((
        select json_agg(json_build_object('userName', member.username, 'role', member.role_title,
            'profilePicture', member.picture)) from (
          select members.username, role_title, ${pictureUrlExpression('members')} as picture
          from team_members join members on members.id = team_members.member_id and ${isVisibleMember}
          where team_members.post_id = posts.id and left_at is null and not is_blocked(posts.author_id, members.id)
          order by joined_at, members.id limit ${sql.lit(PUBLIC_TEAM_MAX)}) as member), '[]') as team,
      array(
        select ${publicUpdateJson} from updates as news where news.post_id = posts.id
        order by news.id desc limit ${sql.lit(PUBLIC_UPDATES_MAX)}) as updates,
      coalesce((
        select json_agg(json_build_object('_id', other.id, 'title', other.title, 'type', other.type)) from (
          select more.id, more.title, more.type from posts as more
          where more.author_id = posts.author_id and more.id <> posts.id and more.hidden_at is null
          order by more.id desc limit ${sql.lit(MORE_BY_AUTHOR_MAX)}) as other), '[]') as "moreByAuthor"
    from posts join members on members.id = posts.author_id and ${isVisibleMember}
    left join projects on projects.post_id = posts.id
    where posts.id = ${placeholder('id')} and posts.hidden_at is null`),
)
