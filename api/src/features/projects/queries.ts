import {
  DEFAULT_REPLY_DAYS,
  type Project,
  type RepositoryFacts,
  type TeamMember,
} from '@dolph/contract/projects/projects'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/reader.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { personJson } from '../pictures/person-json.ts'
import { isVisibleMember } from '../accounts/people.ts'
import { isOwner } from './owners.ts'
import { isReadablePost, type PostViewer } from './readable-post.ts'
import { repositoryJson } from './repository-json.ts'

/** A larger team shows only the members who joined first. */
const TEAM_SHOWN_MAX = 200

/** The project of a post, with defaults if its owners set nothing; undefined if the viewer may not read the post. */
export async function selectProject(
  reader: Reader,
  viewer: PostViewer,
): Promise<Project | undefined> {
  const [row] = await projectStatement.run(reader, viewer)
  if (!row) return undefined
  const { repository, ...project } = row
  return repository ? { ...project, repository } : project
}

type ProjectRow = Omit<Project, 'repository'> & { repository: RepositoryFacts | null }

const projectStatement = prepareStatement<PostViewer, ProjectRow>((placeholder) => {
  const viewerId = sql`${placeholder('viewerId')}::uuid`
  return toCompilable(sql`
    select projects.state, coalesce(topics, '{}') as topics, coalesce(is_listed, true) as "isListed",
      coalesce(reply_days, ${sql.lit(DEFAULT_REPLY_DAYS)}) as "replyDays",
      ${isOwner(viewerId, sql.ref('posts.id'))} as "isOwner",
      ${repositoryJson} as repository
    from posts left join projects on projects.post_id = posts.id
    where posts.id = ${placeholder('postId')} and ${isReadablePost(viewerId)}`)
})

/**
 * The team of a post as the viewer sees it, its author first. Members who blocked the viewer or whom the viewer blocked
 * are left out, except for owners, who could not remove them otherwise.
 */
export async function selectTeam(reader: Reader, viewer: PostViewer): Promise<TeamMember[]> {
  return teamStatement.run(reader, viewer)
}

export const teamStatement = prepareStatement<PostViewer, TeamMember>((placeholder) => {
  const [postId, viewerId] = [placeholder('postId'), sql`${placeholder('viewerId')}::uuid`]
  return toCompilable(sql`
    with team as (
      (select author_id as member_id, null as role, true as "isAuthor", false as "isCoOwner", created_at as joined_at
      from posts where id = ${postId})
      union all
      (select member_id, role_title, false, is_co_owner, joined_at from team_members
      where post_id = ${postId} and left_at is null
        and (not is_blocked(${viewerId}, member_id) or ${isOwner(viewerId, sql`${postId}::uuid`)})
      order by joined_at, member_id limit ${sql.lit(TEAM_SHOWN_MAX)}))
    select ${personJson('members')} as person,
      role, "isAuthor", "isCoOwner", ${isoTime(sql.ref('team.joined_at'))} as "joinedAt"
    from team join members on members.id = team.member_id and ${isVisibleMember}
    order by "isAuthor" desc, team.joined_at, members.id`)
})
