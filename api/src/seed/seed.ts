import { hash } from '@node-rs/argon2'
import { sql, type Insertable } from 'kysely'
import type { Database, Queryable } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'
import { sealTotpSecret } from '../features/accounts/second-factor/sealed-secret.ts'
import { DEVELOPMENT_SECRET } from '../platform/config/weak-secret.ts'
import { createIds, insertInBatches } from './insert-rows.ts'
import { insertProjects } from './projects/sample-projects.ts'
import { insertConversations } from './sample-conversations.ts'
import { insertIgnoredMembers } from './safety/sample-ignored-members.ts'
import { insertModeration } from './safety/sample-moderation.ts'
import { insertNotifications } from './sample-notifications.ts'
import {
  insertPictures,
  replacePictures,
  storeDrawings,
  type PictureStorage,
} from './sample-pictures.ts'
import { readSampleData, type SampleMember, type SamplePost } from './sample-data.ts'

const MINUTE_MS = 60_000
const MEMBERS_JOINED_BEFORE_MS = 600 * 24 * 60 * MINUTE_MS

/** The sample members with a password, for developers to sign in as: `ada@example.test` and so on. `mia` is a moderator. */
export const SAMPLE_LOGIN_USERNAMES = ['ada', 'bob', 'carla', 'dan', 'mia']
export const SAMPLE_PASSWORD = 'Hunter22'

/** The secret of the authenticator app of `mia`, for a developer to type into an app: staff needs a second factor. */
export const SAMPLE_TOTP_SECRET = 'DOLPHDOLPHDOLPHDOLPHDOLPHDOLPHDO'

interface SeedOptions {
  /** That of the API, which reads the messages of a report and the secret of an authenticator app. */
  secret?: string | undefined
  /** Stores the pictures; without it, the sample members and posts have none. */
  files?: PictureStorage | undefined
}

/**
 * Fills an empty database with sample members, their posts, projects and messages, blocks, reports and notifications,
 * all dated back from `now`.
 */
export async function seedDatabase(
  db: Database,
  now: Date,
  { secret = DEVELOPMENT_SECRET, files }: SeedOptions = {},
): Promise<void> {
  const { members, posts } = readSampleData()
  const drawings = await db.transaction().execute(async (tx) => {
    const memberIds = await insertMembers(tx, members, now)
    await insertAccounts(tx, memberIds, now)
    await insertTotp(tx, secret, memberIds.get('mia') ?? '')
    const storedPosts = await insertPosts(tx, posts, memberIds, now)
    const getMemberId = (username: string) => memberIds.get(username) ?? ''
    await insertConversations(tx, getMemberId, now)
    await insertIgnoredMembers(tx, getMemberId, now)
    await insertModeration(tx, { getMemberId, now, secret })
    const world = { members, posts: storedPosts, getMemberId, now }
    await insertProjects(tx, world)
    // Without statistics PostgreSQL may join all comments with all others, which takes minutes.
    await sql`analyze members, posts, post_stats, post_likes, comments`.execute(tx)
    await insertNotifications(tx, SAMPLE_LOGIN_USERNAMES.map(getMemberId), now)
    return files ? await insertPictures({ tx, world }) : []
  })
  // Outside the transaction, which must not wait for the storage.
  if (files) await storeDrawings(files, drawings)
}

async function insertMembers(tx: Queryable, members: SampleMember[], now: Date) {
  const joined = members.map(
    (_, index) => new Date(now.getTime() - MEMBERS_JOINED_BEFORE_MS + index * MINUTE_MS),
  )
  const ids = await createIds(tx, joined)
  await insertInBatches(
    tx,
    'members',
    members.map(({ username, firstName, lastName }, index) => ({
      id: ids[index],
      username,
      first_name: firstName,
      last_name: lastName,
    })),
  )
  await insertInBatches(
    tx,
    'profiles',
    members.map(({ profile: { socialLinks, ...profile } }, index) => ({
      member_id: ids[index] ?? '',
      ...profile,
      social_links: JSON.stringify(socialLinks),
    })),
  )
  return new Map(members.map(({ username }, index) => [username, ids[index] ?? '']))
}

async function insertAccounts(tx: Queryable, memberIds: Map<string, string>, now: Date) {
  const passwordHash = await hash(SAMPLE_PASSWORD)
  await insertInBatches(
    tx,
    'accounts',
    SAMPLE_LOGIN_USERNAMES.map((username) => ({
      member_id: memberIds.get(username) ?? '',
      email: `${username}@example.test`,
      password_hash: passwordHash,
      verified_at: now.toISOString(),
    })),
  )
}

async function insertTotp(tx: Queryable, secret: string, memberId: string) {
  const sealed = sealTotpSecret(secret, memberId, SAMPLE_TOTP_SECRET)
  await tx
    .insertInto('totp')
    .values({ member_id: memberId, ...sealed, confirmed_at: sql`now()` })
    .execute()
}

async function insertPosts(
  tx: Queryable,
  posts: SamplePost[],
  memberIds: Map<string, string>,
  now: Date,
) {
  const getMemberId = (username: string) => memberIds.get(username) ?? ''
  // Every post has a different time, so that their order is always the same.
  const postedAt = posts.map(
    (post, index) => new Date(now.getTime() - post.minutesAgo * MINUTE_MS - index),
  )
  const ids = await createIds(tx, postedAt)
  const rows: Insertable<Tables['posts']>[] = []
  const likes: Insertable<Tables['post_likes']>[] = []
  const comments: Insertable<Tables['comments']>[] = []

  for (const [index, post] of posts.entries()) {
    const id = ids[index] ?? ''
    const posted = postedAt[index] ?? now
    const { author, title, type, body, github, demo, projectUrl } = post
    rows.push({
      id,
      author_id: getMemberId(author),
      title,
      type,
      body: replacePictures(body, () => '').trim(),
      github,
      demo,
      project_url: projectUrl,
    })

    const spreadBetween = spreadTimes(posted, now)
    const likedAt = spreadBetween(post.likers.length)
    for (const [likeIndex, liker] of post.likers.entries()) {
      const at = likedAt[likeIndex] ?? now
      likes.push({ post_id: id, member_id: getMemberId(liker), liked_at: at.toISOString() })
    }

    const commentIds = await createIds(tx, spreadBetween(post.comments.length))
    for (const [commentIndex, comment] of post.comments.entries()) {
      comments.push({
        id: commentIds[commentIndex] ?? '',
        post_id: id,
        parent_id: comment.replyTo === undefined ? null : (commentIds[comment.replyTo] ?? null),
        author_id: getMemberId(comment.by),
        content: comment.text,
      })
    }
  }

  await insertInBatches(tx, 'posts', rows)
  await insertInBatches(tx, 'post_likes', likes)
  await insertInBatches(tx, 'comments', comments)
  await insertCounters(tx)
  return posts.map((post, index) => ({
    ...post,
    id: ids[index] ?? '',
    postedAt: postedAt[index] ?? now,
  }))
}

async function insertCounters(tx: Queryable): Promise<void> {
  await sql`
    insert into post_stats (post_id, like_count, comment_count)
    select id,
      (select count(*) from post_likes where post_id = posts.id),
      (select count(*) from comments where post_id = posts.id)
    from posts
  `.execute(tx)
  await sql`
    insert into post_ranks (post_id, type, like_count)
    select id, type, like_count from posts join post_stats on post_id = id
  `.execute(tx)
  await sql`insert into events (kind, subject_id) select 'post.imported', id from posts`.execute(tx)
}

/** `count` times spread evenly between start and end, both excluded. */
function spreadTimes(start: Date, end: Date) {
  return (count: number): Date[] =>
    Array.from({ length: count }, (_, index) => {
      const share = (index + 1) / (count + 1)
      return new Date(start.getTime() + (end.getTime() - start.getTime()) * share)
    })
}
