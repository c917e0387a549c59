import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findMigrationFaults } from './find-migration-faults.ts'

const PLANTED_FAULTS: [fault: string, statement: string][] = [
  ['require-concurrent-index-creation', 'create index posts_title on posts (title)'],
  ['constraint-missing-not-valid', 'alter table posts add constraint a check (title <> $$$$)'],
  [
    'adding-foreign-key-constraint',
    'alter table posts add constraint a foreign key (author_id) references members (id)',
  ],
  ['adding-not-nullable-field', 'alter table posts alter column title set not null'],
  ['adding-required-field', 'alter table posts add column note text not null'],
  ['adding-field-with-default', 'alter table posts add column e uuid default gen_random_uuid()'],
  ['changing-column-type', 'alter table posts alter column title type jsonb'],
  ['renaming-column', 'alter table posts rename column title to name'],
  ['disallowed-unique-constraint', 'alter table posts add constraint a unique (title)'],
  ['ban-drop-column', 'alter table posts drop column title'],
  ['ban-drop-table', 'drop table posts'],
  ['drops a function', 'drop function send_message(uuid)'],
  ['drops a view', 'drop view if exists feed'],
  ['require-concurrent-index-deletion', 'drop index posts_title'],
  ['prefer-robust-stmts', '-- no transaction\ncreate index concurrently a on posts (title)'],
]

const SAFE_STATEMENTS = [
  'create table notes (id uuid primary key, post_id uuid references posts); create index notes_post on notes (post_id)',
  'alter table posts add column note text',
  'alter table posts add constraint a check (title <> $$$$) not valid',
  '-- no transaction\nalter table posts validate constraint a',
  '-- no transaction\ncreate index concurrently if not exists a on posts (title)',
  '-- no transaction\ndrop index concurrently if exists a',
  '-- The next release may drop table posts.\nalter table posts drop constraint a',
]

describe('the check of migrations', () => {
  test.each(PLANTED_FAULTS)('finds %s', async (fault, statement) => {
    await using folder = await createFolder({ '29990101T0000-test.sql': statement })
    const faults = await findMigrationFaults(folder.path)
    expect(faults.join('\n')).toContain(fault)
  })

  test('accepts what is safe while the previous release serves', async () => {
    const files = SAFE_STATEMENTS.map((text, nth) => [`29990101T000${nth}-test.sql`, text])
    await using folder = await createFolder(Object.fromEntries(files))
    expect(await findMigrationFaults(folder.path)).toEqual([])
  })

  test('lets only after/ drop what the previous release uses', async () => {
    const drops =
      'alter table posts drop column a; drop table b; drop function c(); alter table posts alter column d set not null'
    await using folder = await createFolder({
      '29990101T0000-test.sql': drops,
      'after/29990101T0000-test.sql': drops,
    })
    const faults = await findMigrationFaults(folder.path)
    expect(faults).toHaveLength(4)
    expect(faults.filter((fault) => fault.startsWith('after/'))).toEqual([])
  })
})

async function createFolder(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), 'dolph-migrations-'))
  await mkdir(join(path, 'after'))
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(path, name), `${text};\n`)),
  )
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
