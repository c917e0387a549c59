import { mkdtempSync, rmSync, utimesSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  insertPicture,
  listPictureFileNames,
  markPictureStored,
  setProfilePicture,
} from '../features/pictures/pictures.ts'
import { refreshRanks } from '../features/posts/ranks/ranks.ts'
import { createMessagePictureFixture } from '../testing/pictures/message-picture-fixture.ts'
import { createMemberFixture, createPostFixture } from '../testing/fixtures.ts'
import { startApp } from '../testing/start-app.ts'
import type { CheckResult } from './checks/run-checks.ts'
import { runCommand } from './testing/run-command.ts'

const PICTURE_KEY = 'k'.repeat(43)
// It sorts before every id.
const LOST_PICTURE_KEY = '-'.repeat(43)
const ORPHAN_KEY = 'o'.repeat(43)

let api: Awaited<ReturnType<typeof startApp>>
let folder = ''
let [ada, bob, post, hidden] = ['', '', '', '']
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dolph-check-'))
  const env = {
    FILES_FOLDER: folder,
    S3_ENDPOINT: '',
    S3_BUCKET: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
  }
  api = await startApp({ env })
  const { db, files } = api
  ada = await createMemberFixture(db, 'ada')
  bob = await createMemberFixture(db, 'bob')
  post = await createPostFixture(db, ada)
  hidden = await createPostFixture(db, ada)
  await sql`update posts set hidden_at = now() where id = ${hidden}`.execute(db)
  await sql`delete from post_ranks where post_id = ${hidden}`.execute(db)
  await sql`delete from post_search where post_id = ${hidden}`.execute(db)
  await createMemberFixture(db, 'carla')
  await sql`
    insert into team_members (post_id, member_id, role_title) values (${post}, ${bob}, 'Tester'), (${hidden}, ${bob}, 'Tester')`.execute(
    db,
  )
  for (const content of ['Hello', 'How are you?']) {
    await sql`select insert_message(${ada}, ${bob}, ${content}, ${`temp-${content}`}, true)`.execute(
      db,
    )
  }
  await sql`insert into profiles (member_id, skills) values (${ada}, '{TypeScript}'), (${bob}, '{typescript,Go}')`.execute(
    db,
  )
  await insertPicture(db, PICTURE_KEY, ada)
  for (const name of listPictureFileNames(PICTURE_KEY, null))
    await files.put(name, Buffer.from('x'), 'image/webp')
  await markPictureStored(db, PICTURE_KEY)
  await db.transaction().execute((tx) => setProfilePicture(tx, ada, PICTURE_KEY))
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const check = async (...argv: string[]) => {
  const result = await runCommand(api, 'check', 'run', ...argv)
  const found = (result.data ?? []) as CheckResult[]
  return { ...result, found }
}
const listFaulty = (results: CheckResult[]) =>
  results.filter(({ faults }) => faults > 0).map(({ name }) => name)

const PLANTED: Record<string, () => RawBuilder<unknown>> = {
  likes: () => sql`update post_stats set like_count = 7 where post_id = ${post}`,
  comments: () => sql`update post_stats set comment_count = 3 where post_id = ${post}`,
  ranks: () => sql`delete from post_ranks where post_id = ${post}`,
  search: () => sql`update post_search set folded = 'another text' where post_id = ${post}`,
  unread: () => sql`update conversation_sides set unread = 9 where member_id = ${bob}`,
  'last-message': () =>
    sql`update conversation_sides set last_message_id = null where member_id = ${ada}`,
  stamps: () => sql`update messages set changed_at = (select min(changed_at) from messages)`,
  'message-keys': () => sql`insert into recent_message_keys (sender_id, temp_id, slot, message_id)
    values (${ada}, 'temp-lost', 0, (select id from messages limit 1)::text::uuid)`,
  skills: () => sql`update skills set members = members + 5 where folded = 'typescript'`,
  'pictures-stored': () => sql`update pictures set stored_at = null where key = ${PICTURE_KEY}`,
  'pictures-in-use': () => sql`update pictures set in_use = false where key = ${PICTURE_KEY}`,
  erasures: () =>
    sql`insert into members (username, deleted_at) values ('gone', now() - interval '2 days')`,
  mails: () => sql`insert into mails (key, recipient, template, payload, state, claimed_at)
    values ('stuck', 'ada@example.test', 'password-reset', '\\x00', 'sending', now() - interval '1 hour')`,
  'orphaned-post-likes': () =>
    sql`insert into post_likes (post_id, member_id) values (uuid_v7(), ${bob})`,
  'orphaned-comments': () =>
    sql`insert into comments (post_id, author_id, content) values (uuid_v7(), ${bob}, 'Hi')`,
  'orphaned-follows': () =>
    sql`insert into follows (post_id, member_id) values (uuid_v7(), ${bob})`,
  'orphaned-post-pictures': () =>
    sql`insert into post_pictures (post_id, picture_key) values (uuid_v7(), ${PICTURE_KEY})`,
  'team-rooms': () => sql`delete from rooms where post_id = ${hidden}`,
  'room-members': () => sql`
    with gone as (delete from room_members where member_id = ${ada} and room_id = (select id from rooms where post_id = ${post}))
    insert into room_members (room_id, member_id, from_id)
    select rooms.id, members.id, rooms.id from rooms, members where post_id = ${post} and username = 'carla'`,
  conversations: () => sql`insert into conversation_sides (member_id, peer_id, conversation_id)
    values (${ada}, gen_random_uuid(), gen_random_uuid())`,
}

test('check finds nothing in a sound database', async () => {
  expect(await check()).toMatchObject({ code: 0, status: 'done' })
  expect(await runCommand(api, 'check', 'list')).toMatchObject({ code: 0 })
  expect(await check('nonsense')).toMatchObject({ code: 1 })
})

test('check finds every planted fault, mends it only with --repair --yes, and finds nothing afterwards', async () => {
  const names = Object.keys(PLANTED)
  const { found: all } = await check()
  expect(new Set(names)).toEqual(new Set(all.map(({ name }) => name)))
  for (const plant of Object.values(PLANTED)) await plant().execute(api.db)
  await sql`update recent_message_keys set message_id = ${post} where temp_id = 'temp-lost'`.execute(
    api.db,
  )

  const dry = await check()
  expect(listFaulty(dry.found).toSorted()).toEqual(names.toSorted())
  expect([dry.code, dry.status]).toEqual([2, 'faults'])
  expect(await check('--repair')).toMatchObject({ code: 0, status: 'planned' })
  expect(listFaulty((await check()).found)).toHaveLength(names.length)

  const repaired = await check('--repair', '--yes')
  expect(repaired).toMatchObject({ code: 0, status: 'done' })
  expect(repaired.found.filter(({ faults, repaired: mended }) => faults !== mended)).toEqual([])
  // The worker's task writes the ranks that were queued.
  await api.db.transaction().execute(refreshRanks)

  expect(listFaulty((await check()).found)).toEqual([])
  expect(await check('--repair', '--yes')).toMatchObject({ code: 0, status: 'done' })
  const { rows } = await sql<{ details: Record<string, number> }>`
    select details from audit_log where action = 'operator.check.repair'`.execute(api.db)
  expect(rows).toMatchObject([{ details: { likes: 1, operator: 'grace' } }])
  const { rows: present } = await sql<{ memberId: string }>`
    select member_id as "memberId" from room_members join rooms on rooms.id = room_id
    where left_at is null and post_id in (${post}, ${hidden})`.execute(api.db)
  expect(present.map(({ memberId }) => memberId).toSorted()).toEqual(
    [ada, ada, bob, bob].toSorted(),
  )
  const { rows: sides } =
    await sql`select unread from conversation_sides where member_id = ${bob}`.execute(api.db)
  expect(sides).toEqual([{ unread: 2 }])
})

test('a hidden post with a rank or a search entry is found and mended', async () => {
  await sql`insert into post_ranks (post_id, type, like_count) select id, type, 0 from posts where id = ${hidden}`.execute(
    api.db,
  )
  await sql`insert into post_search (post_id, type, author, folded, terms)
    select id, type, 'ada', 'text', '{}' from posts where id = ${hidden}`.execute(api.db)
  expect(listFaulty((await check()).found)).toEqual(['ranks', 'search'])
  expect(await check('--repair', '--yes')).toMatchObject({ code: 0 })
  expect(listFaulty((await check()).found)).toEqual([])
})

test('what cannot be mended stays a fault', async () => {
  await insertPicture(api.db, LOST_PICTURE_KEY, bob)
  await sql`update members set picture = ${LOST_PICTURE_KEY} where id = ${bob}`.execute(api.db)
  await sql`update pictures set in_use = true where key = ${LOST_PICTURE_KEY}`.execute(api.db)
  expect(await check('pictures-stored', '--repair', '--yes')).toMatchObject({
    code: 2,
    status: 'faults',
  })
  await sql`update members set picture = null where id = ${bob}`.execute(api.db)
  await sql`delete from pictures where key = ${LOST_PICTURE_KEY}`.execute(api.db)
})

test('storage reconcile removes old files without a picture and lists missing ones', async () => {
  const reconcile = (...argv: string[]) => runCommand(api, 'storage', 'reconcile', ...argv)
  const { files, db } = api
  for (const name of listPictureFileNames(ORPHAN_KEY, null))
    await files.put(name, Buffer.from('x'), 'image/webp')
  expect(await reconcile('--yes')).toMatchObject({
    code: 0,
    data: { stored: 4, orphans: [], missing: [] },
  })

  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const key of [ORPHAN_KEY, PICTURE_KEY]) {
    const path = join(folder, 'pictures', key)
    for (const name of readdirSync(path)) utimesSync(join(path, name), twoDaysAgo, twoDaysAgo)
  }
  expect(await reconcile()).toMatchObject({ code: 0, status: 'planned' })
  expect(await reconcile('--yes')).toMatchObject({ code: 0, data: { stored: 4 } })
  expect(await reconcile('--yes')).toMatchObject({ code: 0, data: { stored: 2, orphans: [] } })

  const [large] = listPictureFileNames(PICTURE_KEY, null)
  await files.remove([large])
  await sql`update pictures set stored_at = now() - interval '2 days'`.execute(db)
  expect(await reconcile()).toMatchObject({ code: 2, data: { missing: [large] } })

  const orphan = `message-pictures/${ORPHAN_KEY}/2x2.webp`
  await files.put(orphan, Buffer.from('x'), 'image/webp')
  utimesSync(join(folder, orphan), twoDaysAgo, twoDaysAgo)
  const url = await createMessagePictureFixture(api, { memberId: bob, messageId: bob })
  const lost = url.replace('/api/messages/pictures/', 'message-pictures/')
  await files.remove([lost])
  await sql`update message_pictures set stored_at = now() - interval '2 days'`.execute(db)
  expect(await reconcile('--yes')).toMatchObject({
    data: { orphans: [orphan], missing: [large, lost] },
  })

  const orphanedPart = `exports/${ORPHAN_KEY}/000000.jsonl`
  await files.put(orphanedPart, Buffer.from('{}'), 'application/jsonl')
  utimesSync(join(folder, orphanedPart), twoDaysAgo, twoDaysAgo)
  await sql`
    insert into exports (member_id, key, state, attempt, pieces, size, expires_at)
    values (${bob}, ${PICTURE_KEY}, 'ready', 'first', 1, 1, now() + interval '1 day')`.execute(db)
  expect(await reconcile('--yes')).toMatchObject({
    data: {
      orphans: [orphanedPart],
      missing: [large, lost, `exports/${PICTURE_KEY}/first/000000.zip`],
    },
  })
})
