import { EXPORTED, type ExportKind } from '@dolph/contract/exports/exported-data'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { features } from '../features.ts'
import type { Database } from '../platform/db/database.ts'
import { createRowsInEveryTable } from '../testing/create-rows-in-every-table.ts'
import { createMemberFixture } from '../testing/fixtures.ts'
import { findMemberColumns } from '../testing/member-columns.ts'
import { startWorkerStack } from '../testing/start-worker-stack.ts'
import { EXPORT_BATCH_SIZE } from './exports/export-section.ts'
import { listExportSections, readMemberExport } from './exports/read-member-export.ts'

/** The columns whose rows are in no copy. A table of secrets or of what others did belongs here, with the reason. */
const NOT_EXPORTED: [reason: string, columns: string[]][] = [
  [
    'what the member decided as staff, or operators did, is no data of the member',
    [
      'appeals.decided_by',
      'audit_log.actor_id',
      'audit_log.member_id',
      'cases.decided_by',
      'flag_members.member_id',
    ],
  ],
  ['whom others blocked or muted is their secret', ['blocks.other_id', 'mutes.other_id']],
  ['a reported member reads the decision instead', ['cases.subject_id']],
  [
    'secrets',
    [
      'begun_sign_ins.member_id',
      'challenges.member_id',
      'codes.member_id',
      'known_devices.member_id',
      'links.member_id',
      'passkey_handles.member_id',
    ],
  ],
  [
    'the row is exported by another column, or repeats what an exported row says',
    [
      'conversation_sides.peer_id',
      'conversations.high_id',
      'conversations.low_id',
      'join_requests.answered_by',
      'mentions.member_id',
      'notification_comments.member_id',
      'people_search.member_id',
      'people_terms.member_id',
      'seeker_terms.member_id',
      'update_mentions.member_id',
    ],
  ],
  ['the copy itself', ['exports.member_id']],
  [
    'gone within days',
    [
      'events.actor_id',
      'events.subject_id',
      'failed_events.actor_id',
      'failed_events.subject_id',
      'people_search_due.member_id',
      'recent_message_keys.sender_id',
      'unread_message_mails.member_id',
    ],
  ],
]

const sections = listExportSections(features)

let stack: Awaited<ReturnType<typeof startWorkerStack>>
beforeAll(async () => {
  stack = await startWorkerStack()
  return () => stack[Symbol.asyncDispose]()
})

test('every column that names a member is exported, or left out for a reason', async () => {
  const exported = sections.flatMap(({ columns }) => columns)
  const columns = await findMemberColumns(stack.db)
  expect(
    columns.filter((column) => !exported.includes(column)),
    'A table that names members needs a part in exportMember of its feature, or a line in NOT_EXPORTED',
  ).toEqual(NOT_EXPORTED.flatMap(([, names]) => names).toSorted())
  expect(exported.filter((column) => !columns.includes(column))).toEqual([])
})

test('a table that names members and is neither exported nor left out is found', async () => {
  await sql`create table planted_notes (author uuid references members, reader_id uuid)`.execute(
    stack.db,
  )
  await sql`create table planted_marks (member_id uuid)`.execute(stack.db)
  try {
    expect(await findMissingColumns(stack.db)).toEqual([
      'planted_marks.member_id',
      'planted_notes.author',
    ])
  } finally {
    await sql`drop table planted_notes, planted_marks`.execute(stack.db)
  }
})

test('every kind is of one feature', () => {
  expect(sections.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(EXPORTED).toSorted())
})

test('what is exported of a member with rows in every table has the form of the contract', async () => {
  const { db } = stack
  const bob = await createMemberFixture(db, 'bob')
  const ada = await createMemberFixture(db, 'ada')
  const carl = await createMemberFixture(db, 'carl')
  await createRowsInEveryTable(db, ada, [bob, carl])
  await db
    .updateTable('pictures')
    .set({ stored_at: sql`now()` })
    .execute()
  await db
    .updateTable('message_pictures')
    .set({ stored_at: sql`now()` })
    .execute()

  const data = await readMemberExport(db, sections, ada)
  for (const [kind, items] of Object.entries(data))
    for (const item of items) expect(EXPORTED[kind as ExportKind].parse(item), kind).toEqual(item)
  const counts = await Promise.all(sections.map(({ count }) => count(db, ada)))
  expect(counts).toEqual(sections.map(({ kind }) => data[kind]?.length))
  expect(sections.filter(({ kind }) => !data[kind]?.length).map(({ kind }) => kind)).toEqual([])
  expect(JSON.stringify(data)).not.toMatch(/argon2|hash|secret|digest/i)
})

test('a list that is longer than a batch is whole and in order', async () => {
  const { db } = stack
  const eva = await createMemberFixture(db, 'eva')
  const count = EXPORT_BATCH_SIZE * 2 + 1
  await sql`
    insert into post_likes (member_id, post_id) select ${eva}, uuid_v7() from generate_series(1, ${count}::int)
  `.execute(db)
  const { likes = [] } = await readMemberExport(db, sections, eva)
  const ids = likes.map((item) => EXPORTED.likes.parse(item).post)
  expect(new Set(ids).size).toBe(count)
  expect(ids).toEqual(ids.toSorted())
})

async function findMissingColumns(db: Database): Promise<string[]> {
  const known = [
    ...sections.flatMap(({ columns }) => columns),
    ...NOT_EXPORTED.flatMap(([, columns]) => columns),
  ]
  return (await findMemberColumns(db)).filter((column) => !known.includes(column))
}
