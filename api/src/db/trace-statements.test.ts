import { expect, test } from 'vitest'
import { summarizeStatement } from './trace-statements.ts'

test.each([
  ['select "id" from "posts" where id = $1', 'select posts'],
  ['begin', 'begin'],
  ['update "mails" set "state" = $1', 'update mails'],
  ['delete from events where id = any($1)', 'delete events'],
  [
    'with post as (select id from posts for no key update), comment as (insert into comments (content) select $1) select',
    'insert comments',
  ],
  ['select from roles where id = $1 for update', 'select roles'],
  ['insert into tags (name) values ($1) on conflict (name) do update set name = $1', 'insert tags'],
  ["select graphile_worker.add_job($1, payload => '{}'::json)", 'select graphile_worker.add_job'],
  ["select set_config('a', 'secret', true)", 'select set_config'],
  ['savepoint delivery', 'savepoint'],
])('%s is %s', (text, summary) => {
  expect(summarizeStatement(text)).toBe(summary)
})
