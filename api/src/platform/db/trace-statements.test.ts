import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTracing } from '../telemetry/tracing/start-tracing.ts'
import { continueTrace } from '../telemetry/tracing/tracer.ts'
import { summarizeStatement } from './trace-statements.ts'
import { wrapClient } from './wrap-client.ts'

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

test('a transaction whose trace cannot be set is rolled back, because its caller does not know of it', async () => {
  const service = { name: 'dolph-test', version: '1' }
  const sink = { url: 'http://127.0.0.1:9/', share: 1, onFailure: () => {} }
  const tracing = startTracing({ ...sink, service })
  onTestFinished(() => tracing.stop())
  const texts: string[] = []
  const query = vi.fn(async (text: string) => {
    texts.push(text)
    if (text.includes('set_config')) throw new Error('canceling statement due to statement timeout')
  })
  const client = { query } as unknown as pg.PoolClient
  wrapClient(client)

  await expect(continueTrace(undefined, 'job', {}, () => client.query('begin'))).rejects.toThrow(
    'canceling',
  )

  expect(texts).toEqual(['begin', expect.stringContaining('set_config'), 'rollback'])
})
