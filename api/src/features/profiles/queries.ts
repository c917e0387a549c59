import {
  SKILL_SUGGESTIONS_MAX,
  type OwnProfile,
  type Profile,
} from '@dolph/contract/profiles/profiles'
import { PROFILE_TEAMS_MAX } from '@dolph/contract/projects/projects'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/reader.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { pictureUrlExpression } from '../pictures/picture-url-expression.ts'
import { isVisibleMember } from '../accounts/people.ts'
import { availabilityJson, isOpenToJoin } from '../people/candidates.ts'
import { hasSkillPage } from '../roles/browse/has-skill-page.ts'

/** The keys of the member's skills that have a page. */
const skillPages = sql`array(
  select substr(listed.term, 7) from people_search cross join unnest(people_search.terms) as listed (term)
  where people_search.member_id = members.id and listed.term like 'skill:%' and ${hasSkillPage(sql`listed.term`)})`

/** The only place where columns get the contract's names. Between two members of whom one blocked the other, neither is open to
 * join. A member who has saved no field has no row in `profiles`. */
function buildProfileJson(callerId: string): RawBuilder<Profile> {
  return sql`json_build_object(
  '_id', members.id,
  'userName', members.username,
  'profilePicture', ${pictureUrlExpression('members')},
  'firstName', members.first_name,
  'lastName', members.last_name,
  'bio', coalesce(profiles.bio, ''),
  'skills', coalesce(profiles.skills, '{}'),
  'skillPages', ${skillPages},
  'github', coalesce(profiles.github, ''),
  'linkedin', coalesce(profiles.linkedin, ''),
  'website', coalesce(profiles.website, ''),
  'location', coalesce(profiles.location, ''),
  'socialLinks', coalesce(profiles.social_links, '[]'),
  'stats', (
    select json_build_object(
      'posts', coalesce(sum(step), 0),
      'collaborations', coalesce(sum(step) filter (where type = 'seeking-contributors'), 0),
      'contributions', coalesce(sum(step) filter (where type = 'looking-to-join'), 0))
    -- Subtracting the hidden posts reads indexes alone; a condition would read every post.
    from (
      select type, 1 as step from posts where author_id = members.id
      union all
      select type, -1 from posts where author_id = members.id and hidden_at is not null) as visible),
  'availability', (
    select ${availabilityJson} from availabilities
    where member_id = members.id and ${isOpenToJoin} and not is_blocked(${callerId}::uuid, members.id)),
  'teams', coalesce((
    select json_agg(json_build_object('post', json_build_object('_id', team.post_id, 'title', team.title),
      'role', team.role_title, 'isCoOwner', team.is_co_owner, 'joinedAt', ${isoTime(sql.ref('team.joined_at'))})
      order by team.joined_at desc)
    from (
      select team_members.*, posts.title from team_members join posts on posts.id = team_members.post_id
      where member_id = members.id and left_at is null and posts.hidden_at is null
      order by joined_at desc limit ${sql.lit(PROFILE_TEAMS_MAX)}) as team), '[]'),
  'createdAt', ${isoTime(sql.ref('members.created_at'))})`
}

/** Reads the profile of the member with this username, as JSON; `name` must be in lower case. */
export async function selectProfileByUsername(
  reader: Reader,
  callerId: string,
  name: string,
): Promise<string | undefined> {
  return (await profileStatement.run(reader, { callerId, name }))[0]?.json
}

export async function selectProfileById(
  reader: Reader,
  callerId: string,
  id: string,
): Promise<string | undefined> {
  return (await profileByIdStatement.run(reader, { callerId, id }))[0]?.json
}

export const profileStatement = prepareStatement<
  { callerId: string; name: string },
  { json: string }
>((placeholder) =>
  toCompilable(sql`
    select ${buildProfileJson(placeholder('callerId'))}::text as json
    from members left join profiles on profiles.member_id = members.id
    where lower(members.username) = ${placeholder('name')} and ${isVisibleMember}`),
)

const profileByIdStatement = prepareStatement<{ callerId: string; id: string }, { json: string }>(
  (placeholder) =>
    toCompilable(sql`
    select ${buildProfileJson(placeholder('callerId'))}::text as json
    from members left join profiles on profiles.member_id = members.id
    where members.id = ${placeholder('id')} and ${isVisibleMember}`),
)

/** Undefined once the account has been deleted. */
export async function selectOwnProfile(
  reader: Reader,
  memberId: string,
): Promise<OwnProfile | undefined> {
  const [row] = await ownProfileStatement.run(reader, { memberId })
  if (!row) return undefined
  const { profile, email, pendingEmail, isGoogle } = row
  return { ...profile, email, pendingEmail, ...(isGoogle && { googleId: 'google' as const }) }
}

interface OwnProfileRow {
  profile: Profile
  email: string
  pendingEmail: string | null
  isGoogle: boolean
}

const ownProfileStatement = prepareStatement<{ memberId: string }, OwnProfileRow>((placeholder) =>
  toCompilable(sql`
    select ${buildProfileJson(placeholder('memberId'))} as profile, accounts.email, google_sub is not null as "isGoogle", (
      select links.email from links
      where links.member_id = members.id and purpose = 'change-email' and used_at is null
        and expires_at > now()
      order by expires_at desc limit 1) as "pendingEmail"
    from members
    join accounts on accounts.member_id = members.id
    left join profiles on profiles.member_id = members.id
    where members.id = ${placeholder('memberId')}`),
)

/** Sorts after every character that can follow the typed start of a skill. */
const MAX_CHARACTER = '\u{10FFFF}'

/** Finds skills by their start, the most listed first. */
export async function selectSkillSuggestions(reader: Reader, start: string): Promise<string[]> {
  const rows = await skillSuggestionsStatement.run(reader, { start, end: MAX_CHARACTER })
  return rows.map(({ name }) => name)
}

// A range instead of LIKE: its bounds can be parameters of a cached plan, and no character is a wildcard.
export const skillSuggestionsStatement = prepareStatement<
  { start: string; end: string },
  { name: string }
>((placeholder) =>
  toCompilable(sql`
    select name from skills
    where folded ~>=~ lower(${placeholder('start')}) and folded ~<~ (lower(${placeholder('start')}) || ${placeholder('end')}) and members >= 2
    order by members desc, folded
    limit ${sql.lit(SKILL_SUGGESTIONS_MAX)}`),
)
