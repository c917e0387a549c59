import type { BrowserContext, Page } from '@playwright/test'
import { database, openSession } from './members.ts'

/** Signs this browser in as a member of the sample data. */
export async function signInAsSampleMember(
  context: BrowserContext,
  username: string,
): Promise<void> {
  await openSession(context, await readMemberId(username))
}

export async function readMemberId(username: string): Promise<string> {
  const { id } = await database
    .selectFrom('members')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return id
}

export async function findNewestPostBy(username: string): Promise<string> {
  const { id } = await database
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', await readMemberId(username))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** The newest post of the sample data with exactly this number of comments. */
export async function findNewestPostWithComments(comments: number): Promise<string> {
  const { post_id } = await database
    .selectFrom('post_stats')
    .select('post_id')
    .where('comment_count', '=', comments)
    .orderBy('post_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return post_id
}

/** A post that fits on one screen together with its first comments. */
export async function findMostLikedShortPost(): Promise<string> {
  const { post_id } = await database
    .selectFrom('post_stats')
    .innerJoin('posts', 'posts.id', 'post_id')
    .select('post_id')
    .where('comment_count', '>=', 4)
    .where('github', '!=', '')
    .where((posts) => posts.between(posts.fn<number>('char_length', ['body']), 300, 450))
    .orderBy('like_count', 'desc')
    .orderBy('post_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return post_id
}

/** The newest post with an open role and a team, which ada does not own. */
export async function findPostWithTeam(): Promise<string> {
  const { id } = await database
    .selectFrom('posts')
    .innerJoin('projects', 'post_id', 'posts.id')
    .select('posts.id')
    .where('author_id', '!=', await readMemberId('ada'))
    .where('open_roles', '>', 0)
    .where('team_size', '>', 0)
    .orderBy('posts.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** The path of the room of a team of this owner with this member on it. */
export async function findRoomOf(owner: string, member: string): Promise<string> {
  const { id } = await database
    .selectFrom('rooms')
    .innerJoin('posts', 'posts.id', 'rooms.post_id')
    .innerJoin('team_members', 'team_members.post_id', 'rooms.post_id')
    .select('rooms.id')
    .where('author_id', '=', await readMemberId(owner))
    .where('member_id', '=', await readMemberId(member))
    .where('left_at', 'is', null)
    .orderBy('rooms.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return `/messages/rooms/${id}`
}

/** The page that welcomes this member to the team that they joined last. */
export async function findWelcomePath(username: string): Promise<string> {
  const { id } = await database
    .selectFrom('join_requests')
    .select('id')
    .where('member_id', '=', await readMemberId(username))
    .where('state', '=', 'accepted')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return `/join-requests/${id}/welcome`
}

/** Fills in the form that creates a post. */
export async function fillPostForm(page: Page): Promise<void> {
  await page.getByLabel('Title').fill('Tide clock for the kitchen wall')
  await page.getByLabel('Content').fill(SAMPLE_BODY)
  await page.getByLabel('GitHub URL').fill('https://github.com/example/tide-clock')
}

const SAMPLE_BODY = `Shows when the next **high tide** is, without an account and without a cloud.

- Reads the tables of the harbour once a week
- Runs a year on two batteries

\`\`\`ts
const next = tides.find(({ at }) => at > now)
\`\`\``
