import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readAccessTable } from '@dolph/api/access-matrix/access-table'
import type { Queryable } from '@dolph/api/db/database'
import { startWorker } from '@dolph/api/jobs/worker'
import { startApp } from '@dolph/api/testing/start-app'
import { workerTasks } from '@dolph/api/worker-tasks'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildCauseRules, buildSloRules, listAlerts, toRunbookPath } from './build-rules.ts'
import { DASHBOARDS } from './dashboards/dashboards.ts'
import { buildGeneratedFiles } from './generated-files.ts'
import { findMetricNames, OTHER_METRICS } from './metric-names.ts'

const FOLDER = join(import.meta.dirname, '..')
const ROOT = join(FOLDER, '../..')
const RUNBOOKS = join(ROOT, 'docs/operations/runbooks')
const HEADINGS = ['What people notice', 'Look', 'Act', 'When it is over']
const RUNBOOK_LINES_MAX = 60
const PANELS_MAX = 16
const SERIES_MAX = 3_000

describe('generated files', () => {
  test('are what `pnpm watch:write` writes', async () => {
    for (const [path, content] of buildGeneratedFiles())
      expect(await readFile(join(FOLDER, path), 'utf8'), path).toBe(content)
  })

  test('have no leftovers beside them', async () => {
    const known = new Set(buildGeneratedFiles().keys())
    for (const folder of ['rules', 'rules/tests', 'dashboards']) {
      const files = await readdir(join(FOLDER, folder), { withFileTypes: true })
      for (const file of files.filter((each) => each.isFile()))
        expect(known).toContain(`${folder}/${file.name}`)
    }
  })
})

describe('dashboards', () => {
  test('are five, with at most 16 panels each', () => {
    expect(DASHBOARDS).toHaveLength(5)
    for (const { panels } of DASHBOARDS) expect(panels.length).toBeLessThanOrEqual(PANELS_MAX)
  })
})

describe('runbooks', () => {
  test('every alert has one', () => {
    const missing = listAlerts().filter(
      ({ runbook }) => !existsSync(join(ROOT, toRunbookPath(runbook))),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  test('each belongs to an alert, has the four headings in order and at most 60 lines', async () => {
    const used = new Set(listAlerts().map(({ runbook }) => `${runbook}.md`))
    const files = (await readdir(RUNBOOKS)).filter((name) => name !== 'README.md')
    expect(new Set(files)).toEqual(used)
    for (const file of files) {
      const text = await readFile(join(RUNBOOKS, file), 'utf8')
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
      expect(headings, file).toEqual(HEADINGS)
      expect(text.trimEnd().split('\n').length, file).toBeLessThanOrEqual(RUNBOOK_LINES_MAX)
    }
  })

  test('each names the alerts that lead to it', async () => {
    for (const { name, runbook } of listAlerts()) {
      const text = await readFile(join(ROOT, toRunbookPath(runbook)), 'utf8')
      const isNamed =
        text.includes(`\`${name}\``) || text.includes(`\`${name.replace(BURN_SUFFIX, '…')}\``)
      expect(isNamed, `${runbook}.md names ${name}`).toBe(true)
    }
  })
})

const BURN_SUFFIX = /(?:FastBurn|SlowBurn|Burn|Trickle)$/

/** The SQL between the quotes of `psql "$DATABASE_URL" -c …`. */
const SQL_PATTERN = /psql "\$DATABASE_URL" -c (?:"([^"]*)"|'([^']*)')/g

test('the SQL of runbooks under "Look" runs on a database of Dolph, and changes nothing', async () => {
  await using api = await startApp()
  const texts = await Promise.all(
    (await readdir(RUNBOOKS)).map((file) => readFile(join(RUNBOOKS, file), 'utf8')),
  )
  const looks = texts.map((text) => text.slice(text.indexOf('## Look'), text.indexOf('## Act')))
  const statements = looks.flatMap((look) =>
    [...look.matchAll(SQL_PATTERN)].map(([, double, single]) => double ?? single ?? ''),
  )
  expect(statements.length).toBeGreaterThan(15)
  for (const statement of statements) {
    const run = api.db.connection().execute(async (connection) => {
      await sql`set default_transaction_read_only = on`.execute(connection)
      await sql.raw(statement).execute(connection)
      await sql`set default_transaction_read_only = off`.execute(connection)
      return 'done'
    })
    await expect(run, statement).resolves.toBe('done')
  }
})

describe('metrics', () => {
  let scrape = ''
  beforeAll(async () => {
    await using api = await startApp()
    const worker = await startWorker(
      api,
      workerTasks,
      pino({ level: 'silent' }),
      api.app.metricsRegistry,
    )
    // A metric without series is no metric for a rule: the worker creates those of jobs when it asks for the first, requests theirs.
    while ((await countJobTasks(api.db)) === 0) await wait(20)
    await api.app.inject('/api/posts/browse')
    scrape = (await api.app.inject('/metrics')).body
    await worker.stop()
  })

  test('that a rule or a panel names exist in the scrape of a process, or in the list of others', () => {
    const recorded = new Set<string>()
    const expressions: string[] = []
    for (const { rules } of [...buildSloRules().groups, ...buildCauseRules().groups]) {
      for (const rule of rules) {
        expressions.push(rule.expr)
        if ('record' in rule) recorded.add(rule.record)
      }
    }
    for (const { panels } of DASHBOARDS)
      for (const { queries } of panels) expressions.push(...Object.values(queries))
    const others = new Set<string>(Object.values(OTHER_METRICS).flat())
    const names = new Set(expressions.flatMap(findMetricNames))
    const unknown = [...names].filter(
      (name) => !recorded.has(name) && !others.has(name) && !hasMetric(scrape, name),
    )
    expect(names.size).toBeGreaterThan(50)
    expect(unknown).toEqual([])
    expect([...others].filter((name) => !names.has(name))).toEqual([])
    expect([...others].filter((name) => hasMetric(scrape, name))).toEqual([])
  })

  test('are at most 3,000 series, also when every route has been called with two statuses', async () => {
    const lines = scrape.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const ofRequests = lines.filter((line) => line.startsWith('http_request'))
    const histogram = ofRequests.filter((line) => line.includes('route="/api/posts/browse"'))
    const routes = Object.keys(await readAccessTable()).length
    const others = lines.length - ofRequests.length
    const seriesOfRoute = histogram.length + 1
    expect(histogram.length).toBeGreaterThan(5)
    expect(others + routes * seriesOfRoute).toBeLessThanOrEqual(SERIES_MAX)
  })
})

describe('names of metrics', () => {
  test('are found in expressions, without functions, labels and keywords', () => {
    expect(
      findMetricNames('max by (task) (time() - a_seconds{b="c_d"}[5m]) > 5e6 and on (x) d:e'),
    ).toEqual(['a_seconds', 'd:e'])
    expect(
      findMetricNames('topk(10, sum by (route) (rate(f_bucket[5m])) > 0) or vector(0)'),
    ).toEqual(['f_bucket'])
  })
})

function hasMetric(text: string, name: string): boolean {
  return text.includes(`\n${name}{`) || text.includes(`\n${name} `)
}

async function countJobTasks(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker._private_tasks`.execute(db)
  return rows[0]?.count ?? 0
}
