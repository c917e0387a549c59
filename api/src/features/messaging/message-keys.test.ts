import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/test-database.ts'

const MOVING_TABLES = [
  'conversations',
  'conversation_sides',
  'messages',
  'message_pictures',
  'message_reactions',
  'message_versions',
  'recent_message_keys',
  'rooms',
  'room_members',
]

/** See decision 115: these tables can move to other clusters than the rest. */
test('foreign keys of messages and rooms lead to members and rooms alone', async () => {
  await using database = await openTestDatabase()
  const { rows } = await sql<{ key: string; target: string }>`
    select conname as key, confrelid::regclass::text as target from pg_constraint
    where contype = 'f' and conrelid = any (${MOVING_TABLES}::regclass[]) order by conname`.execute(
    database.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ target }) => target !== 'members' && target !== 'rooms')).toEqual([])
})
