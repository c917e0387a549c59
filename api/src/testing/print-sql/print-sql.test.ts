import { expect, test } from 'vitest'
import { prepareStatement } from '../../platform/db/prepared-statement.ts'
import { insertMute } from '../../features/safety/relations.ts'
import { isVisibleMember } from '../../features/accounts/people.ts'
import { findExportingFiles } from './find-query.ts'
import { formatStatement } from './format-statement.ts'
import { recordStatements } from './record-statements.ts'

test('a query function prints each statement that it runs, with the names of its values', async () => {
  const { statements, error } = await recordStatements(insertMute, [])
  const printed = statements.map(formatStatement)
  expect(error).toBeUndefined()
  expect(printed[0]).toBe('select from members where id = $1 for no key update;\n-- $1 memberId\n')
  expect(printed[1]).toContain('insert into "mutes" ("member_id", "other_id") values ($1, $2)')
  expect(printed[2]).toMatch(/^select count.* from \(\n {2}select other_id .*\n {2}union\n/)
  expect(printed[3]).toContain('update "members" set "ignored_changes" = ignored_changes + 1')
})

test('a fragment and a prepared statement are printed too', async () => {
  const fragment = await recordStatements(isVisibleMember, [])
  expect(fragment.statements.map(formatStatement)).toEqual(['members.deleted_at is null;\n'])

  const statement = prepareStatement<{ name: string }, object>((placeholder) => ({
    compile: () => ({
      sql: 'select $1',
      parameters: [placeholder('name')],
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: '' },
    }),
  }))
  const sampled = await recordStatements(statement, [])
  expect(sampled.statements.map(formatStatement)).toEqual(['select $1;\n-- $1 name\n'])
  const given = await recordStatements(statement, [{ name: 'ada' }])
  expect(given.statements.map(formatStatement)).toEqual(['select $1;\n-- $1 "ada"\n'])
})

test('a long line is broken before its clauses, and indented by its parentheses', () => {
  const column = `"${'name'.repeat(30)}"`
  const text = `select ${column} from (select * from "posts" where "id" = $1) as "posts" limit 1`
  expect(formatStatement({ text, values: [12] })).toBe(
    `select ${column}\nfrom (\n  select *\n  from "posts"\n  where "id" = $1) as "posts"\nlimit 1;\n-- $1 12\n`,
  )
})

test('what runs no statement, or fails, is said', async () => {
  expect((await recordStatements(12, [])).error).toBe('it is no statement and runs none')

  const refuse = (db: object) => {
    throw new Error(`no sample of ${typeof db}`)
  }
  expect((await recordStatements(refuse, [])).error).toBe('Error: no sample of object')
})

test('an export is found by its name, and by a folder where several have it', async () => {
  expect(await findExportingFiles('relationStatement')).toEqual(['features/safety/relations.ts'])
  expect(await findExportingFiles('safety/insertMute')).toEqual(['features/safety/relations.ts'])
  expect(await findExportingFiles('posts/insertMute')).toEqual([])
})
